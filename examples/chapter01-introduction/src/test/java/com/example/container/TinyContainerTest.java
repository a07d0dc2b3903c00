package com.example.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

@DisplayName("六十行的容器")
class TinyContainerTest {

    /** A second implementation of the same interface. */
    public static class SmsNotifier implements Notifier {

        @Override
        public void send(String text) {
            throw new UnsupportedOperationException();
        }
    }

    // region cycle
    public static class Cashier {

        public Cashier(Warehouse warehouse) {
        }
    }

    public static class Warehouse {

        public Warehouse(Cashier cashier) {
        }
    }
    // endregion cycle

    // region fake
    /** A test's own notifier: keeps what would have been sent. */
    public static class RecordingNotifier implements Notifier {

        private final List<String> sent = new ArrayList<>();

        @Override
        public void send(String text) {
            sent.add(text);
        }
    }

    @Test
    @DisplayName("依赖从外面给，测试就能换掉它")
    void aTestHandsInItsOwn() {
        RecordingNotifier notifier = new RecordingNotifier();
        new OrderDesk(new Catalog(), notifier).buy("活着");
        assertThat(notifier.sent).containsExactly("《活着》28 元，已下单");
    }
    // endregion fake

    @Test
    @DisplayName("手工、小容器、Spring：三种装配得到同样的结果")
    void threeWaysGiveTheSame() {
        ConsoleRun run = ConsoleRun.java(ContainerDemo.class);
        assertThat(run.exitCode()).as(run.output()).isZero();
        List<String> lines = run.output().lines()
                .filter(line -> !line.matches("[\\d:.]+ \\[main] DEBUG org\\.springframework\\..*")).toList();
        assertThat(lines).hasSize(5).element(2).isEqualTo("同一个对象：true");
        assertThat(lines.subList(3, 5)).as("Spring 的两行与小容器的相同").isEqualTo(lines.subList(1, 3));
        Recording.check("container-demo.txt", String.join("\n", lines));
    }

    @Test
    @DisplayName("注册的先后不要紧，每个类只建一次")
    void orderOfRegistrationDoesNotMatter() {
        TinyContainer first = new TinyContainer()
                .register(OrderDesk.class, MailNotifier.class, Catalog.class);
        TinyContainer second = new TinyContainer()
                .register(Catalog.class, MailNotifier.class, OrderDesk.class);
        assertThat(first.get(OrderDesk.class)).isSameAs(first.get(OrderDesk.class));
        assertThat(second.get(OrderDesk.class)).isNotNull();
        assertThat(second.get(Notifier.class)).isSameAs(second.get(MailNotifier.class));
    }

    @Test
    @DisplayName("真的不超过六十行（不算 package、import、空行、注释）")
    void sixtyLines() throws IOException {
        assertThat(codeLines(Files.readString(Recording.module()
                .resolve("src/main/java/com/example/container/TinyContainer.java")))).isBetween(30L, 60L);
    }

    private static long codeLines(String source) {
        return source.lines().map(String::strip).filter(line -> !line.isEmpty() && !line.startsWith("//")
                && !line.startsWith("/*") && !line.startsWith("package ") && !line.startsWith("import ")).count();
    }

    @Test
    @DisplayName("缺一个、多一个、互相要：小容器与 Spring 各怎么说")
    void theSameMistakesInBothContainers() {
        StringBuilder text = new StringBuilder();
        compare(text, "缺：没有注册 Notifier", OrderDesk.class, OrderDesk.class, Catalog.class);
        compare(text, "多：注册了两个 Notifier", OrderDesk.class,
                OrderDesk.class, Catalog.class, MailNotifier.class, SmsNotifier.class);
        compare(text, "循环：Cashier 要 Warehouse，Warehouse 要 Cashier", Cashier.class,
                Cashier.class, Warehouse.class);
        assertThat(text).contains("循环依赖：Cashier → Warehouse → Cashier",
                "NoSuchBeanDefinitionException", "NoUniqueBeanDefinitionException",
                "BeanCurrentlyInCreationException");
        Recording.check("container-failures.txt", text.toString());
    }

    public static class CashierByField {

        @Autowired
        private WarehouseByField warehouse;
    }

    public static class WarehouseByField {

        @Autowired
        private CashierByField cashier;
    }

    @Test
    @DisplayName("同样的循环依赖写在字段上：没有 Boot 的 Spring 装得起来，什么也不说")
    void aCycleOfFieldsStarts() {
        try (var spring = new AnnotationConfigApplicationContext(
                CashierByField.class, WarehouseByField.class)) {
            CashierByField cashier = spring.getBean(CashierByField.class);
            assertThat(cashier.warehouse.cashier).isSameAs(cashier);
        }
    }

    static class ShyCatalog extends Catalog {
    }

    @Test
    @DisplayName("类没有写 public：小容器看不到它的构造器，Spring 照样创建")
    void onlyPublicConstructors() {
        assertThat(catchThrowable(() -> new TinyContainer().register(ShyCatalog.class).get(Catalog.class)))
                .isInstanceOf(ArrayIndexOutOfBoundsException.class);
        try (var spring = new AnnotationConfigApplicationContext(ShyCatalog.class)) {
            assertThat(spring.getBean(Catalog.class)).isInstanceOf(ShyCatalog.class);
        }
    }

    private static void compare(StringBuilder text, String title, Class<?> wanted, Class<?>... types) {
        Throwable tiny = catchThrowable(() -> new TinyContainer().register(types).get(wanted));
        Throwable spring = catchThrowable(() -> new AnnotationConfigApplicationContext(types).close());
        Throwable root = spring;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        text.append("── ").append(title).append('\n')
                .append("小容器  ").append(tiny.getMessage()).append('\n')
                .append("Spring  ").append(root.getClass().getSimpleName()).append(": ")
                .append(root.getMessage()).append("\n\n");
    }
}
