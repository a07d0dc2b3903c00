package com.example.bookstore;

import java.util.List;

import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class BookController {

    private final BookShelf shelf;

    public BookController(BookShelf shelf) {
        this.shelf = shelf;
    }

    @GetMapping("/hello")
    public String hello(@RequestParam(defaultValue = "读者") String name) {
        return "你好，" + name;
    }

    @GetMapping("/books")
    public List<Book> books() {
        return shelf.all();
    }

    @GetMapping("/books/{id}")
    public ResponseEntity<Book> book(@PathVariable int id) {
        return ResponseEntity.of(shelf.find(id));
    }

    /** 收到什么书就退回什么书，只为看 JSON 的一进一出。 */
    @PostMapping("/echo")
    public Book echo(@RequestBody Book book) {
        return book;
    }
}
