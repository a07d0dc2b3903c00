package com.example.bookstore;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/** Where parcels go; versions without shipping have no address. */
@Component
record Carrier(@Value("${bookstore.carrier-url:}") String url) {
}
