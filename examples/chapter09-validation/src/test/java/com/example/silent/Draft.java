package com.example.silent;

import jakarta.validation.constraints.NotBlank;

/** 最小的靶子：只有一条约束。 */
public record Draft(@NotBlank String title) {
}
