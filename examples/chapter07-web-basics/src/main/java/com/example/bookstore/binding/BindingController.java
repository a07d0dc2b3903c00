package com.example.bookstore.binding;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;

import org.springframework.format.annotation.DateTimeFormat;
import org.springframework.http.HttpEntity;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.CookieValue;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.MatrixVariable;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RequestPart;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.SessionAttribute;
import org.springframework.web.multipart.MultipartFile;

/** 每种参数一个方法，返回它拿到的值。 */
@RestController
@RequestMapping("/bind")
class BindingController {

    enum Status {
        ON_SALE, SOLD_OUT
    }

    // region simple
    @GetMapping("/books/{id}")
    String path(@PathVariable long id) {
        return "id=" + id;
    }

    @GetMapping("/page")
    String page(@RequestParam int page) {
        return "page=" + page;
    }

    @GetMapping("/default-page")
    String defaultPage(@RequestParam(defaultValue = "1") int page) {
        return "page=" + page;
    }

    @GetMapping("/tags")
    String tags(@RequestParam List<String> tags) {
        return tags.size() + " 个：" + String.join(" | ", tags);
    }

    @GetMapping("/status")
    String status(@RequestParam Status status) {
        return "status=" + status;
    }

    @GetMapping("/flag")
    String flag(@RequestParam boolean inStock) {
        return "inStock=" + inStock;
    }

    @GetMapping("/all")
    String all(@RequestParam Map<String, String> first,
            @RequestParam MultiValueMap<String, String> every) {
        return first + " " + every;
    }

    @GetMapping("/header")
    String header(@RequestHeader("X-Customer-Id") long customer) {
        return "customer=" + customer;
    }

    @GetMapping("/cookie")
    String cookie(@CookieValue String theme) {
        return "theme=" + theme;
    }

    @GetMapping("/matrix/{book}")
    String matrix(@PathVariable String book, @MatrixVariable int edition) {
        return book + " 第 " + edition + " 版";
    }

    @GetMapping("/attribute")
    String attribute(@RequestAttribute String tenant) {
        return "tenant=" + tenant;
    }

    @GetMapping("/session")
    String session(@SessionAttribute String cart) {
        return "cart=" + cart;
    }
    // endregion simple

    // region query
    record BookQuery(String title, Integer maxPrice,
            @DateTimeFormat(iso = DateTimeFormat.ISO.DATE) LocalDate since) {
    }

    @GetMapping("/query")
    String query(BookQuery query) {
        return query.toString();
    }
    // endregion query

    // region json
    record BookRequest(String title, int price) {
    }

    @PostMapping("/json")
    String json(@RequestBody BookRequest book) {
        return book.toString();
    }
    // endregion json

    // region bodies
    @PostMapping("/entity")
    String entity(HttpEntity<BookRequest> book) {
        return book.getHeaders().getContentType() + " " + book.getBody();
    }

    @PostMapping("/two-bodies")
    String twoBodies(@RequestBody BookRequest first, @RequestBody BookRequest second) {
        return first + " " + second;
    }

    @PostMapping("/part")
    String part(@RequestPart BookRequest book, @RequestPart MultipartFile cover) {
        return book + " " + cover.getOriginalFilename();
    }
    // endregion bodies

    // region primitive
    @GetMapping("/optional-page")
    String optionalPage(@RequestParam(required = false) int page) {
        return "page=" + page;
    }
    // endregion primitive

    // region header-binding
    record Visit(String title, String userAgent) {
    }

    @GetMapping("/visit")
    String visit(Visit visit) {
        return visit.toString();
    }

    @GetMapping("/visit-form")
    String visitForm(VisitForm visit) {
        return "VisitForm[title=" + visit.title + ", userAgent=" + visit.userAgent + "]";
    }
    // endregion header-binding

    static class VisitForm {

        private String title;
        private String userAgent;

        public void setTitle(String title) {
            this.title = title;
        }

        public void setUserAgent(String userAgent) {
            this.userAgent = userAgent;
        }
    }
}
