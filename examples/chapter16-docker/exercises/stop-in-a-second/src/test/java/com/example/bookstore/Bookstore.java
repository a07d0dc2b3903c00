package com.example.bookstore;

/** Stands for the bookstore: runs until it is told to stop, and says goodbye. */
public final class Bookstore {

    private Bookstore() {
    }

    public static void main(String[] arguments) throws InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("bye")));
        System.out.println("arguments " + String.join("|", arguments));
        System.out.println("shop " + System.getProperty("shop.name") + " " + System.getProperty("shop.city"));
        System.out.println("started");
        Thread.sleep(60_000);
    }
}
