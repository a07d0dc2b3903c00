package com.example.bookstore;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

@RestController
class VersionController {

    private final String version;

    VersionController(@Value("${bookstore.version}") String version) {
        this.version = version;
    }

    // region mappings
    @GetMapping("/version")
    String version() {
        return version;
    }

    @GetMapping("/books/{id}")
    String book(@PathVariable int id) {
        return "book " + id;
    }
    // endregion mappings
}
