package com.example.bookstore.error;

import java.util.Arrays;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** problem+json 里 type 指向的说明页。 */
@RestController
@RequestMapping("/problems")
class ProblemCatalog {

    record Entry(String code, int status, String title) {
    }

    @GetMapping("/{name}")
    Entry entry(@PathVariable String name) {
        return Arrays.stream(ErrorCode.values())
                .filter(code -> code.type().getPath().equals("/problems/" + name)).findFirst()
                .map(code -> new Entry(code.name(), code.status(), code.title()))
                .orElseThrow(() -> new BookstoreException(ErrorCode.NOT_FOUND,
                        "没有名为 " + name + " 的错误码"));
    }
}
