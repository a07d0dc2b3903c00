package com.example.bookstore;

import java.util.List;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Each page in two variants, so that both can be measured in one run. */
@RestController
public class ShelfController {

    private final Shelf shelf;
    private final Unread unread;

    public ShelfController(Shelf shelf, Unread unread) {
        this.shelf = shelf;
        this.unread = unread;
    }

    // region shelf
    @GetMapping("/shelf/one-by-one")
    public List<ShelfBook> oneByOne() {
        return shelf.oneByOne();
    }

    @GetMapping("/shelf/joined")
    public List<ShelfBook> joined() {
        return shelf.joined();
    }
    // endregion shelf

    @GetMapping("/customers/{customer}/unread/scanning")
    public List<String> scanning(@PathVariable int customer) {
        return unread.scanning(customer);
    }

    @GetMapping("/customers/{customer}/unread/hashing")
    public List<String> hashing(@PathVariable int customer) {
        return unread.hashing(customer);
    }
}
