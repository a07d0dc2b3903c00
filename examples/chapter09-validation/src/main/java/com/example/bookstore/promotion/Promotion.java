package com.example.bookstore.promotion;

import java.time.LocalDate;

import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;

import com.fasterxml.jackson.annotation.JsonIgnore;

/** 一次促销：满 threshold 减 off，单位是元。 */
// region promotion
@StartsBeforeEnd
public record Promotion(
        @NotNull LocalDate from,
        @NotNull LocalDate to,
        @Min(1) int threshold,
        @Min(1) @Max(500) int off) implements Period {

    @JsonIgnore
    @AssertTrue(message = "{bookstore.off}")
    public boolean isOffBelowThreshold() {
        return off < threshold;
    }
}
// endregion promotion
