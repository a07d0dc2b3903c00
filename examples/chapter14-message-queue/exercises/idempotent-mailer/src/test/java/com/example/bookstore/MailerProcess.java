package com.example.bookstore;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.PreparedStatementCreator;
import org.springframework.jdbc.core.PreparedStatementSetter;

/** A mailer in a process of its own that gets stuck, so that it can be killed: at its letter, or after its first row. */
final class MailerProcess {

    private MailerProcess() {
    }

    public static void main(String[] args) {
        Database database = Database.open(Path.of(args[0]));
        boolean atTheLetter = args[1].equals("letter");
        JdbcTemplate jdbc = new JdbcTemplate(database.jdbc().getDataSource()) {
            @Override
            protected int update(PreparedStatementCreator statement, @Nullable PreparedStatementSetter values) {
                int rows = super.update(statement, values);
                if (!atTheLetter) {
                    stuck();
                }
                return rows;
            }
        };
        new Mailer(jdbc, database.transaction(), email -> {
            if (atTheLetter) {
                stuck();
            }
            return "谢谢你，" + email;
        }).onOrderPlaced(1, "lin@example.com");
    }

    private static void stuck() {
        System.out.println("stuck");
        try {
            new CountDownLatch(1).await();
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }
}
