package com.example.bookstore;

import java.io.IOException;
import java.net.URI;
import java.util.List;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

@RestController
class BookController {

    private static final Logger log = LoggerFactory.getLogger(BookController.class);

    private final Books books;

    BookController(Books books) {
        this.books = books;
    }

    record NewBook(String title, int price) {
    }

    @GetMapping("/books")
    List<Book> all() {
        return books.all();
    }

    @GetMapping("/books/{id}")
    Book one(@PathVariable long id) {
        return books.find(id).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
    }

    // region location
    @PostMapping("/books")
    ResponseEntity<Void> add(@RequestBody NewBook book) {
        long id = books.add(book.title(), book.price());
        URI location = ServletUriComponentsBuilder.fromCurrentRequest()
                .path("/{id}").build(id);
        return ResponseEntity.created(location).build();
    }
    // endregion location

    @PostMapping("/covers")
    long cover(@RequestParam MultipartFile file) {
        return file.getSize();
    }

    @GetMapping("/reports/stock")
    int stock(@RequestParam(defaultValue = "0.2") double seconds) {
        log.info("开始盘点");
        return books.countSlowly(seconds);
    }

    // region events
    /** 备货的进展，一有就推：Nginx 不要攒着（X-Accel-Buffering）。 */
    @GetMapping("/events")
    ResponseEntity<SseEmitter> events() {
        SseEmitter emitter = new SseEmitter();
        Thread.startVirtualThread(() -> {
            try {
                emitter.send("收到");
                books.countSlowly(2);
                emitter.send("备好");
                emitter.complete();
            }
            catch (IOException | RuntimeException ex) {
                emitter.completeWithError(ex);
            }
        });
        return ResponseEntity.ok().header("X-Accel-Buffering", "no").body(emitter);
    }
    // endregion events

    /** 与盘点一样慢，但不是幂等的：Nginx 不敢把它换一台重来。 */
    @PostMapping("/orders")
    int order(@RequestParam(defaultValue = "0.1") double seconds) {
        log.info("开始下单");
        return books.countSlowly(seconds);
    }
}
