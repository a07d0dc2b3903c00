package com.example.bookstore.warehouse;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** 仓库对外的地址。 */
@RestController
class ShelfController {

    private final Shelf shelf;

    ShelfController(Shelf shelf) {
        this.shelf = shelf;
    }

    @PutMapping("/books/{isbn}/reservations")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void reserve(@PathVariable String isbn, @RequestParam int copies) {
        if (copies < 1) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "copies 至少是 1");
        }
        if (!shelf.reserve(isbn, copies)) {
            throw new ResponseStatusException(HttpStatus.CONFLICT, "库存不够");
        }
    }

    @PutMapping("/stocktaking")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void stocktaking(@RequestParam boolean on) {
        shelf.stocktaking(on);
    }

    @GetMapping("/ping")
    String ping() {
        return "ok";
    }
}
