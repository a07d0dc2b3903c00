package com.example.catalog;

import java.util.List;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

// region controller
@RestController
class BookController {

    private static final int MOST = 100;

    private final BookShelf shelf;

    BookController(BookShelf shelf) {
        this.shelf = shelf;
    }

    @GetMapping("/books/{isbn}")
    Book book(@PathVariable String isbn) {
        return shelf.find(isbn).orElseThrow(() -> new ResponseStatusException(
                HttpStatus.NOT_FOUND, "没有这本书"));
    }
    // endregion controller

    // region many
    /** 一次查许多本：调用方有一页订单要显示书名。 */
    @GetMapping("/books")
    List<Book> books(@RequestParam List<String> isbn) {
        if (isbn.size() > MOST) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST,
                    "一次最多查 " + MOST + " 本");
        }
        return shelf.findAll(isbn);
    }
    // endregion many
}
