package com.example.bookstore.hours;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class OpeningHoursController {

    @GetMapping("/opening-hours")
    public String openingHours() {
        return "每天 9:00 到 21:00";
    }
}
