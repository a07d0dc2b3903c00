package com.example.bookstore.ops;

import jakarta.servlet.http.HttpServletRequest;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.stream.IntStream;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
class OpsController {

    private static final Logger log = LoggerFactory.getLogger(OpsController.class);

    record Worker(String name, boolean virtual) {
    }

    @GetMapping("/thread")
    Worker thread() {
        Thread thread = Thread.currentThread();
        return new Worker(thread.getName(), thread.isVirtual());
    }

    // region import
    /** 把客户端慢慢传来的请求体读完。 */
    @PostMapping(path = "/imports", produces = "text/plain")
    String importBooks(HttpServletRequest request) throws IOException {
        log.info("开始导入");
        long bytes = request.getInputStream().transferTo(OutputStream.nullOutputStream());
        log.info("导入完成");
        return "导入了 " + bytes + " 字节";
    }
    // endregion import

    /** 最多一万本：要多少给多少，一个请求就能把内存用完。 */
    @GetMapping("/titles")
    List<String> titles(@RequestParam int count) {
        return IntStream.rangeClosed(1, Math.min(count, 10_000))
                .mapToObj(i -> "第 " + i + " 本").toList();
    }

    @GetMapping("/tagged-titles")
    ResponseEntity<List<String>> tagged(@RequestParam int count, @RequestParam String etag) {
        return ResponseEntity.ok().eTag(etag).body(titles(count));
    }

    @GetMapping(path = "/plain-titles", produces = "text/plain;charset=UTF-8")
    String plain(@RequestParam int count) {
        return String.join("\n", titles(count));
    }
}
