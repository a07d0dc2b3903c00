package com.example.bookstore.order;

import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;

// region line
public record Line(@NotBlank @Size(max = 17) @InStock String isbn) {
}
// endregion line
