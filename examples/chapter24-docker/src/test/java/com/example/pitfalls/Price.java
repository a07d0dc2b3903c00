package com.example.pitfalls;

/** A program of one class, which is also an agent that does nothing. */
public final class Price {

    private Price() {
    }

    public static void premain(String options) {
    }

    public static void main(String[] arguments) {
        System.out.println("满 99 元免运费");
    }
}
