package com.example.pitfall;

import com.example.bookstore.catalog.Book;
import com.example.bookstore.catalog.Books;
import com.example.bookstore.order.Order.Status;
import com.example.bookstore.order.OrderController.OrderRequest;
import com.example.bookstore.order.OrderController.OrderResponse;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;
import org.springframework.format.annotation.DateTimeFormat;
import org.springframework.format.annotation.DateTimeFormat.ISO;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.WebRequest;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** 书里“踩坑”一节的错误写法，每一种都能跑。 */
@SpringBootApplication
@Import(Books.class)
class PitfallApplication {

    // region long
    record Order(long id, String title) {
    }

    @RestController
    static class LongController {

        @GetMapping("/orders")
        List<Order> orders() {
            return List.of(new Order(1_890_000_000_000_000_001L, "已发货"),
                    new Order(1_890_000_000_000_000_002L, "可取消"));
        }
    }
    // endregion long

    // region jackson2-annotation
    record LegacyOrder(
            @JsonSerialize(using = ToStringSerializer.class) long id) {
    }
    // endregion jackson2-annotation

    @RestController
    static class LegacyController {

        @GetMapping("/legacy-order")
        LegacyOrder order() {
            return new LegacyOrder(1_890_000_000_000_000_001L);
        }

        @GetMapping("/legacy-node")
        com.fasterxml.jackson.databind.JsonNode node() {
            return com.fasterxml.jackson.databind.node.JsonNodeFactory.instance.objectNode()
                    .put("title", "书名");
        }
    }

    /** 没有写明 {@code produces} 与 {@code consumes}；最后一个写了，用来对照。 */
    @RestController
    static class UndeclaredController {

        final List<OrderRequest> placed = new CopyOnWriteArrayList<>();

        @GetMapping("/undeclared-orders/{id}")
        OrderResponse order(@PathVariable long id) {
            return new OrderResponse(id, 1, 1, Status.SHIPPED,
                    Instant.parse("2026-01-01T02:00:00Z"));
        }

        @PostMapping("/undeclared-orders")
        OrderRequest place(@RequestBody OrderRequest request) {
            placed.add(request);
            return request;
        }

        @GetMapping(path = "/declared-orders/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
        OrderResponse declared(@PathVariable long id) {
            return order(id);
        }
    }

    // region circular
    static class Author {

        public final String name;
        public final String bio;
        public final List<Title> titles = new ArrayList<>();

        Author(String name, String bio) {
            this.name = name;
            this.bio = bio;
        }
    }

    static class Title {

        public final String name;
        public final Author author;

        Title(String name, Author author) {
            this.name = name;
            this.author = author;
            author.titles.add(this);
        }
    }

    @RestController
    static class CircularController {

        @GetMapping("/authors")
        Author author(@RequestParam String bio) {
            Author author = new Author("周", bio);
            new Title("凤凰架构", author);
            return author;
        }
    }
    // endregion circular

    @RestController
    static class DateController {

        record Reading(LocalDateTime at) {
        }

        @PostMapping("/readings")
        Reading read(@RequestBody Reading reading) {
            return reading;
        }

        // region date-parameter
        @GetMapping("/sales")
        String sales(@RequestParam LocalDate on) {
            return on.toString();
        }

        @GetMapping("/iso-sales")
        String isoSales(@RequestParam @DateTimeFormat(iso = ISO.DATE) LocalDate on) {
            return on.toString();
        }
        // endregion date-parameter
    }

    // region patch-500
    @RestController
    static class PriceController {

        record Price(BigDecimal price) {
        }

        private final JsonMapper mapper;

        PriceController(JsonMapper mapper) {
            this.mapper = mapper;
        }

        @PostMapping("/prices")
        Price read(@RequestBody Price price) {
            return price;
        }

        @PostMapping("/patched-prices")
        Price convert(@RequestBody JsonNode patch) {
            return mapper.treeToValue(patch, Price.class);
        }
    }
    // endregion patch-500

    // region check-then-save
    @RestController
    @RequestMapping("/books/{id}")
    static class CheckThenSaveController {

        private final Books books;
        private final Pause pause;

        CheckThenSaveController(Books books, Pause pause) {
            this.books = books;
            this.pause = pause;
        }

        @PutMapping
        ResponseEntity<Void> sell(@PathVariable long id, WebRequest request) {
            Book book = books.findById(id).orElseThrow();
            // highlight-next-line
            if (request.checkNotModified("\"" + book.version() + "\"")) {
                return null;
            }
            pause.beforeSave();
            books.save(new Book(book.id(), book.isbn(), book.title(), book.subtitle(),
                    book.price(), book.purchasePrice(), book.publishedOn(),
                    book.stock() - 1, book.version() + 1));
            return ResponseEntity.noContent().build();
        }
    }
    // endregion check-then-save

    /** 测试用它让两个请求都通过检查之后才写。 */
    interface Pause {

        void beforeSave();
    }
}
