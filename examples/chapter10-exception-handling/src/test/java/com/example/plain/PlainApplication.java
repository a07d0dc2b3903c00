package com.example.plain;

import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;

import java.util.Map;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.server.ResponseStatusException;

/** 没有写任何异常处理的应用：看 Boot 自己给什么。 */
@SpringBootApplication(exclude = {ServletWebSecurityAutoConfiguration.class,
        SecurityFilterAutoConfiguration.class, UserDetailsServiceAutoConfiguration.class})
public class PlainApplication {

    // region controller
    @RestController
    static class BookController {

        private static final Logger log = LoggerFactory.getLogger(BookController.class);

        record Draft(@NotBlank String title) {
        }

        @GetMapping(path = "/books/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
        Map<String, Object> get(@PathVariable long id) {
            log.info("查 {}", id);
            if (id == 404) {
                throw new ResponseStatusException(HttpStatus.NOT_FOUND,
                        "books 表里没有 id=404");
            }
            return Map.of("id", id);
        }

        @PostMapping(path = "/books", consumes = MediaType.APPLICATION_JSON_VALUE)
        void create(@Valid @RequestBody Draft draft) {
        }

        @GetMapping("/closed")
        void closed() {
            throw new StoreClosedException();
        }

        @GetMapping("/report")
        void report() {
            throw new IllegalStateException("连不上 jdbc:postgresql://10.0.3.7/bookstore");
        }
    }

    @ResponseStatus(code = HttpStatus.CONFLICT, reason = "盘点中")
    static class StoreClosedException extends RuntimeException {
    }

    @Bean
    Filter channelFilter() {
        return (request, response, chain) -> {
            String channel = ((HttpServletRequest) request).getHeader("X-Channel");
            if ("crash".equals(channel)) {
                throw new IllegalStateException("渠道表读不出来");
            }
            if ("closed".equals(channel)) {
                ((HttpServletResponse) response).sendError(503, "打烊了");
                return;
            }
            chain.doFilter(request, response);
        };
    }
    // endregion controller

    @RestController
    static class FormController {

        @RequestMapping(path = "/notes", method = {RequestMethod.POST, RequestMethod.PUT},
                consumes = MediaType.APPLICATION_FORM_URLENCODED_VALUE)
        String note(@RequestParam String text) {
            return "收到 " + text.length() + " 个字";
        }

        @PostMapping(path = "/notes", consumes = MediaType.APPLICATION_JSON_VALUE)
        String json(@RequestBody Map<String, String> note) {
            return "收到 " + note.get("text").length() + " 个字";
        }

        @PostMapping(path = "/notes", consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
        String file(MultipartFile text) {
            return "收到 " + text.getSize() + " 个字";
        }
    }
}
