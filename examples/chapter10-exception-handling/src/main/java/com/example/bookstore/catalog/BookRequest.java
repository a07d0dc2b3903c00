package com.example.bookstore.catalog;

import java.math.BigDecimal;
import java.util.List;

import jakarta.validation.Valid;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.Digits;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;

// region request
public record BookRequest(
        @NotBlank String title,
        @NotNull @Positive @DecimalMax("999999.99")
        @Digits(integer = 6, fraction = 2) BigDecimal price,
        List<@NotNull @Valid Author> authors) {

    public record Author(@NotBlank String name) {
    }
}
// endregion request
