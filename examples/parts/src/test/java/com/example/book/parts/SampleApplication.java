package com.example.book.parts;

import java.util.Map;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** What the tests start in processes of its own. */
@SpringBootApplication
@RestController
public class SampleApplication {

    public static void main(String[] arguments) {
        SpringApplication.run(SampleApplication.class, arguments);
    }

    @GetMapping("/pid")
    Map<String, Long> pid() {
        return Map.of("pid", ProcessHandle.current().pid());
    }
}
