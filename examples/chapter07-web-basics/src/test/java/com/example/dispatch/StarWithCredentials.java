package com.example.dispatch;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.web.bind.annotation.CrossOrigin;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** 注解上写星号，又允许凭据。 */
@EnableAutoConfiguration
@RestController
class StarWithCredentials {

    @CrossOrigin(origins = "*", allowCredentials = "true")
    @GetMapping("/stock")
    int stock() {
        return 10;
    }
}
