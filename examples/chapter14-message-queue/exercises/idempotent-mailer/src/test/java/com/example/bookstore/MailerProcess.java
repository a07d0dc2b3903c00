package com.example.bookstore;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** A mailer in a process of its own that gets stuck while it writes the letter, so that it can be killed. */
final class MailerProcess {

    private MailerProcess() {
    }

    public static void main(String[] args) {
        Database database = Database.open(Path.of(args[0]));
        new Mailer(database.jdbc(), database.transaction(), email -> {
            System.out.println("writing");
            try {
                new CountDownLatch(1).await();
            }
            catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
            }
            return "never";
        }).onOrderPlaced(1, "lin@example.com");
    }
}
