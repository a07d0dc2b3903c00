package com.example.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ConditionalBeanTest {

    public interface Notifier {
    }

    public static class MailServer {
    }

    /** 框架给的默认实现；它自己也有依赖。 */
    public static class MailNotifier implements Notifier {

        public MailNotifier(MailServer server) {
        }
    }

    /** 用户自己写的。 */
    public static class SmsNotifier implements Notifier {
    }

    /** 一初始化就出错的类。 */
    public static class Broken {

        static final String HOME = home();

        private static String home() {
            throw new IllegalStateException("不该初始化它");
        }
    }

    public static class Shop {

        private final Notifier notifier;

        public Shop(Notifier notifier) {
            this.notifier = notifier;
        }
    }

    @Test
    @DisplayName("类在：注册；类不在：当没说，也不报错")
    void classCondition() {
        TinyContainer container = new TinyContainer()
                .registerIfClass("java.util.List", MailServer.class)
                .registerIfClass("com.example.NotThere", SmsNotifier.class);
        assertThat(container.get(MailServer.class)).isNotNull();
        assertThatThrownBy(() -> container.get(SmsNotifier.class)).hasMessageContaining("注册了 0 个");
    }

    @Test
    @DisplayName("看类在不在，不初始化它")
    void classIsOnlyLookedFor() {
        TinyContainer container = new TinyContainer()
                .registerIfClass("com.example.container.ConditionalBeanTest$Broken", MailServer.class);
        assertThat(container.get(MailServer.class)).isNotNull();
    }

    @Test
    @DisplayName("用户没写：用默认的")
    void fallback() {
        TinyContainer container = new TinyContainer().register(Shop.class, MailServer.class)
                .registerIfMissing(Notifier.class, MailNotifier.class);
        assertThat(container.get(Shop.class).notifier).isInstanceOf(MailNotifier.class)
                .as("要两次，是同一个对象").isSameAs(container.get(Notifier.class));
    }

    @Test
    @DisplayName("用户先写了：默认的退让")
    void userFirst() {
        TinyContainer container = new TinyContainer().register(Shop.class, SmsNotifier.class)
                .registerIfMissing(Notifier.class, MailNotifier.class);
        assertThat(container.get(Shop.class).notifier).isInstanceOf(SmsNotifier.class);
    }

    @Test
    @DisplayName("用户后写的：默认的照样退让")
    void userLast() {
        TinyContainer container = new TinyContainer()
                .registerIfMissing(Notifier.class, MailNotifier.class)
                .register(Shop.class, SmsNotifier.class);
        assertThat(container.get(Shop.class).notifier).isInstanceOf(SmsNotifier.class);
    }

    @Test
    @DisplayName("两个默认：先注册的那个")
    void twoFallbacks() {
        TinyContainer container = new TinyContainer().register(MailServer.class)
                .registerIfMissing(Notifier.class, SmsNotifier.class)
                .registerIfMissing(Notifier.class, MailNotifier.class);
        assertThat(container.get(Notifier.class)).isInstanceOf(SmsNotifier.class);
    }
}
