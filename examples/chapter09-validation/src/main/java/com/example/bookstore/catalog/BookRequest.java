package com.example.bookstore.catalog;

import java.math.BigDecimal;
import java.util.List;

import jakarta.validation.GroupSequence;
import jakarta.validation.Valid;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Digits;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;

/** 上架一本书。 */
// region request
@GroupSequence({BookRequest.class, Lookup.class})
public record BookRequest(
        @BookIsbn @UnusedIsbn(groups = Lookup.class) String isbn,
        @BookTitle String title,
        @NotNull @DecimalMin("0.01") @DecimalMax("999999.99")
        @Digits(integer = 6, fraction = 2) BigDecimal price,
        @NotEmpty @Size(max = 20) List<@NotNull @Valid AuthorRequest> authors,
        @Size(max = 5) List<@NotBlank @Size(max = 10) String> tags) {

    public record AuthorRequest(@NotBlank @Size(max = 40) String name) {
    }
}
// endregion request
