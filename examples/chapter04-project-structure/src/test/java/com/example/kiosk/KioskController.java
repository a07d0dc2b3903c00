package com.example.kiosk;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class KioskController {

    @GetMapping("/kiosk")
    String open() {
        return "营业中";
    }
}
