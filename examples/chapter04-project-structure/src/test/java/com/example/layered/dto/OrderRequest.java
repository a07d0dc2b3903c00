package com.example.layered.dto;

public record OrderRequest(String isbn, int quantity) {
}
