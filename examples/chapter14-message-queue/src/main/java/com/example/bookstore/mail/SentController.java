package com.example.bookstore.mail;

import java.util.List;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Which orders this process has sent a mail for. */
@RestController
class SentController {

    private final SlowMail mail;

    SentController(SlowMail mail) {
        this.mail = mail;
    }

    @GetMapping("/sent")
    List<Long> sent() {
        return mail.sent();
    }
}
