package com.example.bookstore.admin;

import java.util.Map;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class AdminController {

    @GetMapping("/admin/sales")
    Map<String, Integer> sales() {
        return Map.of("today", 7);
    }

    // region method-security
    @PostMapping("/admin/refunds")
    @PreAuthorize("hasRole('OWNER')")
    Map<String, Integer> refund() {
        return Map.of("refunded", 1);
    }
    // endregion method-security
}
