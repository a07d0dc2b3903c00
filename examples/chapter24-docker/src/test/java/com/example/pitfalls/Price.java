package com.example.pitfalls;

/** A program of one class. */
public final class Price {

    private Price() {
    }

    public static void main(String[] arguments) {
        System.out.println("满 99 元免运费");
    }
}
