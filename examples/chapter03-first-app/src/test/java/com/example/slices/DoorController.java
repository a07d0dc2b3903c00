package com.example.slices;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class DoorController {

    @GetMapping("/door")
    String door() {
        return "开着";
    }
}
