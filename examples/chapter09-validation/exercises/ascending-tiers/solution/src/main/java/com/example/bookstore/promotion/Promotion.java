package com.example.bookstore.promotion;

import java.util.List;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;

@AscendingTiers
public record Promotion(@NotEmpty List<@NotNull @Valid Tier> tiers) {

    /** 满 threshold 元减 off 元。 */
    public record Tier(@Positive int threshold, @Positive int off) {
    }
}
