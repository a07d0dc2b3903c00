package com.example.bookstore.order;

import java.util.List;
import java.util.Map;

import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.Size;

import org.springframework.validation.annotation.Validated;

// region order
/** 看着处处写了约束，有好几处漏。 */
public record OrderRequest(
        @Email String email,
        @Validated Address address,
        @NotEmpty List<Line> lines,
        Map<String, Integer> coupons) {

    public record Address(
            @NotBlank String city,
            @Pattern(regexp = "\\d{6}") String postcode) {
    }

    public record Line(
            @Size(min = 13, max = 13) String isbn,
            @Positive Integer quantity) {
    }
}
// endregion order
