package com.example.bookstore;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

@RestController
class PriceController {

    private final Prices prices;
    private final ObjectMapper json;

    PriceController(Prices prices, ObjectMapper json) {
        this.prices = prices;
        this.json = json;
    }

    static class Price {

        private final String price;
        private final String isbn;

        Price(String price, String isbn) {
            this.price = price;
            this.isbn = isbn;
        }

        public String getPrice() {
            return price;
        }

        public String getIsbn() {
            return isbn;
        }
    }

    @GetMapping("/prices/{isbn}")
    String price(@PathVariable("isbn") String isbn) throws JsonProcessingException {
        return json.writeValueAsString(new Price(prices.priceOf(isbn), isbn));
    }
}
