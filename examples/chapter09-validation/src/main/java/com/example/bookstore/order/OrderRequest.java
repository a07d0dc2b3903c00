package com.example.bookstore.order;

import java.util.List;
import java.util.Map;

import com.example.bookstore.catalog.BookIsbn;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.Size;

// region order
public record OrderRequest(
        @NotBlank @Email String email,
        @NotNull @Valid Address address,
        @NotEmpty @Size(max = 20) List<@NotNull @Valid Line> lines,
        Map<@NotBlank String, @NotNull @Positive Integer> coupons) {

    public record Address(
            @NotBlank String city,
            @NotNull @Pattern(regexp = "\\d{6}") String postcode) {
    }

    public record Line(@BookIsbn String isbn, @Positive @Max(999) int quantity) {
    }
}
// endregion order
