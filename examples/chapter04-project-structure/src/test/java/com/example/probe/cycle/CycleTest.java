package com.example.probe.cycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.test.util.AopTestUtils;

@DisplayName("循环依赖")
@ExtendWith(OutputCaptureExtension.class)
class CycleTest {

    private static final String ALLOW = "--spring.main.allow-circular-references=true";

    private static ConfigurableApplicationContext start(Class<?> configuration, String... arguments) {
        return new SpringApplicationBuilder(configuration).web(WebApplicationType.NONE)
                .properties("spring.main.banner-mode=off").run(arguments);
    }

    private static String failure(CapturedOutput output, Class<?> configuration, String... arguments) {
        assertThat(catchThrowable(() -> start(configuration, arguments).close())).isNotNull();
        String text = output.toString();
        assertThat(text).contains("APPLICATION FAILED TO START");
        return text.substring(text.lastIndexOf("***************************\nAPPLICATION"))
                .replace(CycleTest.class.getName() + "$", "com.example.bookstore.")
                .replaceAll("file \\[[^]]*?CycleTest\\$(\\w+)\\.class]", "file [….$1.class]");
    }

    // region constructors
    static class OrderService {

        private final InventoryService inventory;

        OrderService(InventoryService inventory) {
            this.inventory = inventory;
        }

        void place(String isbn) {
            inventory.reserve(isbn);
        }

        long openOrdersOf(String isbn) {
            return 1;
        }
    }

    static class InventoryService {

        private final OrderService orders;

        InventoryService(OrderService orders) {
            this.orders = orders;
        }

        void reserve(String isbn) {
            orders.openOrdersOf(isbn);
        }
    }
    // endregion constructors

    @Configuration
    @Import({ OrderService.class, InventoryService.class })
    static class Constructors {
    }

    static class OrderFields {
        @Autowired
        InventoryFields inventory;
    }

    static class InventoryFields {
        @Autowired
        OrderFields orders;
    }

    @Configuration
    @Import({ OrderFields.class, InventoryFields.class })
    static class Fields {
    }

    static class MixedOrders {
        MixedOrders(MixedInventory inventory) {
        }
    }

    static class MixedInventory {
        @Autowired
        MixedOrders orders;
    }

    @Configuration
    @Import({ MixedInventory.class, MixedOrders.class })
    static class FieldFirst {
    }

    @Configuration
    @Import({ MixedOrders.class, MixedInventory.class })
    static class ConstructorFirst {
    }

    static class LazyOrders {
        private final LazyInventory inventory;

        LazyOrders(LazyInventory inventory) {
            this.inventory = inventory;
        }

        LazyInventory inventory() {
            return inventory;
        }
    }

    static class LazyInventory {
        final LazyOrders orders;

        LazyInventory(@Lazy LazyOrders orders) {
            this.orders = orders;
        }
    }

    @Configuration
    @Import({ LazyOrders.class, LazyInventory.class })
    static class Lazily {
    }

    record FinalOrders(FinalInventory inventory) {
    }

    static class FinalInventory {
        FinalInventory(@Lazy FinalOrders orders) {
        }
    }

    @Configuration
    @Import({ FinalOrders.class, FinalInventory.class })
    static class Finally {
    }

    interface OpenOrders {
    }

    record OrdersBehindAnInterface(InventoryOfAnInterface inventory) implements OpenOrders {
    }

    static class InventoryOfAnInterface {
        final OpenOrders orders;

        InventoryOfAnInterface(@Lazy OpenOrders orders) {
            this.orders = orders;
        }
    }

    @Configuration
    @Import({ OrdersBehindAnInterface.class, InventoryOfAnInterface.class })
    static class LazyInterface {
    }

    static class ImpatientOrders {
        ImpatientOrders(ImpatientInventory inventory) {
        }

        void open() {
        }
    }

    static class ImpatientInventory {
        ImpatientInventory(@Lazy ImpatientOrders orders) {
            orders.open();
        }
    }

    @Configuration
    @Import({ ImpatientOrders.class, ImpatientInventory.class })
    static class Impatiently {
    }

    static class AsyncOrders {
        @Autowired
        AsyncInventory inventory;

        @Async
        void confirm() {
        }
    }

    static class AsyncInventory {
        @Autowired
        AsyncOrders orders;

        @Async
        void restock() {
        }
    }

    @Configuration
    @EnableAsync
    @Import({ AsyncOrders.class, AsyncInventory.class })
    static class BothAsync {
    }

    static class SelfReference {
        @Autowired
        SelfReference self;
    }

    @Configuration
    @Import(SelfReference.class)
    static class Self {
    }

    @Test
    @DisplayName("构造器互相注入：启动失败，报告画出环")
    void constructors(CapturedOutput output) {
        String report = failure(output, Constructors.class);
        assertThat(report).contains("The dependencies of some of the beans in the application context form a cycle");
        Recording.check("cycle.txt", report);
    }

    @Test
    @DisplayName("放开循环引用也救不了构造器")
    void allowedConstructors(CapturedOutput output) {
        String report = failure(output, Constructors.class, ALLOW);
        assertThat(report).doesNotContain("allow-circular-references");
        Recording.check("cycle-allowed.txt", report);
    }

    private record Case(String name, Class<?> configuration) {
    }

    @Test
    @DisplayName("几种循环，默认与放开各是什么结果；一边构造器、一边字段的，看谁先创建")
    void matrix() {
        List<Case> cases = List.of(new Case("构造器互相注入", Constructors.class),
                new Case("字段互相注入", Fields.class),
                new Case("一边构造器、一边字段，先创建字段那边", FieldFirst.class),
                new Case("一边构造器、一边字段，先创建构造器那边", ConstructorFirst.class),
                new Case("构造器，一边 @Lazy", Lazily.class),
                new Case("注入自己（字段）", Self.class));
        String table = cases.stream().map(each -> "%s：默认%s，放开后%s".formatted(each.name(),
                starts(each.configuration()), starts(each.configuration(), ALLOW)))
                .collect(Collectors.joining("\n", "", "\n"));
        Recording.check("cycle-matrix.txt", table);
    }

    private static String starts(Class<?> configuration, String... arguments) {
        Throwable thrown = catchThrowable(() -> start(configuration, arguments).close());
        return thrown == null ? "启动成功" : "启动失败";
    }

    @Test
    @DisplayName("@Lazy 只是推迟：注入的是一个代理，第一次用时才去找真正的 Bean；构造器里就用，启动失败")
    void lazyInjectsAProxy(CapturedOutput output) {
        try (ConfigurableApplicationContext context = start(Lazily.class)) {
            LazyOrders injected = context.getBean(LazyInventory.class).orders;
            assertThat(injected).isNotSameAs(context.getBean(LazyOrders.class));
            assertThat(injected.getClass().getName()).contains("$$SpringCGLIB$$");
            assertThat(injected.inventory()).isSameAs(context.getBean(LazyInventory.class));
        }
        assertThat(failure(output, Impatiently.class)).contains("form a cycle", "ImpatientOrders", "ImpatientInventory");
    }

    @Test
    @DisplayName("@Lazy 要生成子类：record 和 final 类代理不了，启动失败；参数的类型是接口，就生成它的实现")
    void lazyCannotProxyAFinalClass() {
        assertThat(catchThrowable(() -> start(Finally.class).close()))
                .hasStackTraceContaining("Cannot subclass final class");
        try (ConfigurableApplicationContext context = start(LazyInterface.class)) {
            assertThat(AopUtils.isJdkDynamicProxy(context.getBean(InventoryOfAnInterface.class).orders)).isTrue();
        }
    }

    @Test
    @DisplayName("放开之后，两边都有 @Async：启动成功，可是订单拿到的库存没有代理，@Async 对它不起作用")
    void anAsyncBeanMayBeInjectedWithoutItsProxy(CapturedOutput output) {
        try (ConfigurableApplicationContext context = start(BothAsync.class, ALLOW)) {
            assertThat(AopUtils.isAopProxy(context.getBean(AsyncInventory.class))).isTrue();
            AsyncOrders orders = AopTestUtils.getTargetObject(context.getBean(AsyncOrders.class));
            assertThat(AopUtils.isAopProxy(orders.inventory)).isFalse();
        }
        assertThat(output).doesNotContain(" WARN ", " ERROR ").contains("skipping it in mainline thread");
    }

    // region event
    record OrderPlaced(String isbn) {
    }

    static class Orders {

        private final ApplicationEventPublisher events;

        Orders(ApplicationEventPublisher events) {
            this.events = events;
        }

        void place(String isbn) {
            events.publishEvent(new OrderPlaced(isbn));
        }

        long openOrdersOf(String isbn) {
            return 1;
        }
    }

    static class Inventory {

        private final Orders orders;
        private final AtomicLong reserved = new AtomicLong();

        Inventory(Orders orders) {
            this.orders = orders;
        }

        @EventListener
        void reserve(OrderPlaced event) {
            reserved.addAndGet(orders.openOrdersOf(event.isbn()));
        }

        long reserved() {
            return reserved.get();
        }
    }
    // endregion event

    @Configuration
    @Import({ Orders.class, Inventory.class })
    static class WithEvent {
    }

    @Test
    @DisplayName("反转一条边：订单发事件，库存来听，环没有了，行为不变")
    void anEventBreaksTheCycle() {
        try (ConfigurableApplicationContext context = start(WithEvent.class)) {
            context.getBean(Orders.class).place("9787506365437");
            assertThat(context.getBean(Inventory.class).reserved()).isEqualTo(1);
        }
    }

    static class SoldOut {

        @EventListener
        void reserve(OrderPlaced event) {
            throw new IllegalStateException("没有库存：" + event.isbn());
        }
    }

    @Configuration
    @Import({ Orders.class, SoldOut.class })
    static class WithFailingListener {
    }

    @Test
    @DisplayName("监听者抛出的异常原样回到发布事件的一方")
    void aListenersExceptionReachesThePublisher() {
        try (ConfigurableApplicationContext context = start(WithFailingListener.class)) {
            Orders orders = context.getBean(Orders.class);
            assertThatIllegalStateException().isThrownBy(() -> orders.place("9787506365437"))
                    .withMessage("没有库存：9787506365437").withNoCause();
        }
    }

    static class Misreading {

        private boolean called;

        @EventListener
        void reserve(OrderPlaced event) {
            called = true;
            Object payload = event;
            ((Orders) payload).openOrdersOf("");
        }
    }

    @Configuration
    @Import({ Orders.class, Misreading.class })
    static class WithMisreadingListener {
    }

    @Test
    @DisplayName("监听者把事件对象转错了类型：ClassCastException 被吞掉，发布的一方和默认的日志都不知道")
    void aCastOfTheEventIsSwallowed(CapturedOutput output) {
        try (ConfigurableApplicationContext context = start(WithMisreadingListener.class)) {
            Orders orders = context.getBean(Orders.class);
            assertThatNoException().isThrownBy(() -> orders.place("9787506365437"));
            assertThat(context.getBean(Misreading.class).called).isTrue();
        }
        assertThat(output).doesNotContain("ClassCastException", "cannot be cast");
    }
}
