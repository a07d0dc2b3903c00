package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
@DisplayName("消息会重复，进程会被杀，信不多也不少")
class MailerTest {

    @TempDir
    Path folder;

    private Mailer mailer(Database database) {
        return new Mailer(database.jdbc(), database.transaction(), email -> "谢谢你，" + email);
    }

    @Test
    @DisplayName("同一条消息来两次，一封信")
    void twice() {
        Database database = Database.open(folder.resolve("twice"));
        mailer(database).onOrderPlaced(1, "lin@example.com");
        mailer(database).onOrderPlaced(1, "lin@example.com");
        assertThat(database.letters(1)).isEqualTo(1);
    }

    @Test
    @DisplayName("两条不同的消息，各一封")
    void twoOrders() {
        Database database = Database.open(folder.resolve("two"));
        mailer(database).onOrderPlaced(1, "lin@example.com");
        mailer(database).onOrderPlaced(2, "lin@example.com");
        assertThat(database.letters(1)).isEqualTo(1);
        assertThat(database.letters(2)).isEqualTo(1);
    }

    @Test
    @DisplayName("写信写到一半，进程被杀；消息再来一次，信还是要写")
    void killed() throws Exception {
        assertThat(lettersWhenKilled("letter")).as("letters after the redelivery").isEqualTo(1);
    }

    @Test
    @DisplayName("两张表只写了一张，进程被杀；消息再来一次，信还是一封")
    void killedBetweenTheTables() throws Exception {
        assertThat(lettersWhenKilled("row")).as("letters after the redelivery").isEqualTo(1);
    }

    /** @param where the mailer is killed: at its letter, or after the first row that it writes */
    private int lettersWhenKilled(String where) throws Exception {
        Path file = folder.resolve(where);
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp", System.getProperty("java.class.path"), MailerProcess.class.getName(), file.toString(), where)
                .redirectErrorStream(true).start();
        try (BufferedReader output = process.inputReader()) {
            String line = output.readLine();
            while (line != null && !line.equals("stuck")) {
                line = output.readLine();
            }
            assertThat(line).isEqualTo("stuck");
        }
        finally {
            process.destroyForcibly().waitFor();
        }
        Database database = Database.open(file);
        mailer(database).onOrderPlaced(1, "lin@example.com");
        return database.letters(1);
    }

    @Test
    @DisplayName("同一条消息同时到了四个线程，各有各的 Mailer，像四个进程：一封信，没有异常")
    void atOnce() throws Exception {
        Database database = Database.open(folder.resolve("once"));
        CountDownLatch two = new CountDownLatch(2);
        CountDownLatch go = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Future<?>> all = IntStream.range(0, 4).<Future<?>>mapToObj(i -> threads.submit(() -> {
                Mailer mailer = new Mailer(database.jdbc(), database.transaction(), email -> {
                    two.countDown();
                    waitFor(two); // 写信要时间：另一个线程也在写，这时就会碰上
                    return "谢谢你，" + email;
                });
                go.await();
                mailer.onOrderPlaced(1, "lin@example.com");
                return null;
            })).toList();
            go.countDown();
            for (Future<?> one : all) {
                one.get(30, TimeUnit.SECONDS);
            }
        }
        assertThat(database.letters(1)).isEqualTo(1);
    }

    private static void waitFor(CountDownLatch latch) {
        try {
            latch.await(500, TimeUnit.MILLISECONDS);
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    @DisplayName("信没有写进表里，就不能记成处理过；消息再来一次，信还是要写")
    void letterNotStored() {
        Database database = Database.open(folder.resolve("failed"));
        database.jdbc().execute("alter table letter rename to letter_gone");
        assertThatThrownBy(() -> mailer(database).onOrderPlaced(1, "lin@example.com"))
                .isInstanceOf(RuntimeException.class);
        database.jdbc().execute("alter table letter_gone rename to letter");
        mailer(database).onOrderPlaced(1, "lin@example.com");
        assertThat(database.letters(1)).isEqualTo(1);
    }

    @Test
    @DisplayName("不是重复、信却写不进表：要抛异常，不能当作处理过")
    void letterRefused() {
        Database database = Database.open(folder.resolve("refused"));
        database.jdbc().execute("alter table letter add constraint closed check (order_id < 0)");
        assertThatThrownBy(() -> mailer(database).onOrderPlaced(1, "lin@example.com"))
                .as("正常返回，消息就得到确认，这封信再也不会写").isInstanceOf(RuntimeException.class);
    }

    @Test
    @DisplayName("订单没有重复，重复的是 letter 表里的别的键：信也没有写进表，要抛异常")
    void anotherDuplicate() {
        Database database = Database.open(folder.resolve("another"));
        database.jdbc().execute("alter table letter add constraint one_a_reader unique (email)");
        mailer(database).onOrderPlaced(1, "lin@example.com");
        assertThatThrownBy(() -> mailer(database).onOrderPlaced(2, "lin@example.com"))
                .as("正常返回，消息就得到确认，这封信再也不会写").isInstanceOf(RuntimeException.class);
        mailer(database).onOrderPlaced(1, "lin@example.com");
        assertThat(database.letters(1)).isEqualTo(1);
    }

    @Test
    @DisplayName("没有记成处理过，信就不能留在表里；消息再来一次，信还是一封")
    void orderNotRecorded() {
        Database database = Database.open(folder.resolve("unrecorded"));
        database.jdbc().execute("alter table handled_order add constraint closed check (order_id < 0)");
        catchThrowable(() -> mailer(database).onOrderPlaced(1, "lin@example.com"));
        database.jdbc().execute("alter table handled_order drop constraint closed");
        mailer(database).onOrderPlaced(1, "lin@example.com");
        assertThat(database.letters(1)).isEqualTo(1);
    }
}
