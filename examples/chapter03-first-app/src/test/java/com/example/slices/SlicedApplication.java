package com.example.slices;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** A shop with a controller and something behind it. */
@SpringBootApplication
class SlicedApplication {
}
