package com.example.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import com.example.book.Recording;
import jakarta.annotation.PostConstruct;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationEvent;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;

@DisplayName("启动各阶段的事件：谁听得到，谁来得太晚")
class EventsTest {

    private enum Ear {
        ADDED, BEAN, ANNOTATED
    }

    /** 一个事件与听到它的监听器；ears 为 null 的是别的步骤。 */
    private record Step(String name, Set<Ear> ears) {
    }

    private static final class Record {

        private final List<Step> steps = new ArrayList<>();

        private ApplicationEvent last;

        void heard(Ear ear, ApplicationEvent event) {
            if (event != last || steps.getLast().ears() == null) {
                steps.add(new Step(name(event), EnumSet.noneOf(Ear.class)));
                last = event;
            }
            steps.getLast().ears().add(ear);
        }

        private static String name(ApplicationEvent event) {
            String name = event.getClass().getSimpleName();
            return event instanceof AvailabilityChangeEvent<?> change ? name + " " + change.getState() : name;
        }

        void step(String name) {
            steps.add(new Step(name, null));
        }

        String text() {
            return "① ② ③\n" + steps.stream().map(step -> step.ears() == null
                    ? "       —— " + step.name()
                    : EnumSet.allOf(Ear.class).stream().map(ear -> step.ears().contains(ear) ? "√" : "·")
                            .collect(Collectors.joining(" ")) + "  " + step.name())
                    .collect(Collectors.joining("\n"));
        }
    }

    /** 在 @PostConstruct 里发布的事件。 */
    static final class StockLoaded extends ApplicationEvent {

        StockLoaded(Object source) {
            super(source);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Shop {

        // region listeners
        @Bean
        static ApplicationListener<ApplicationEvent> listenerBean(Record record) {
            return event -> record.heard(Ear.BEAN, event);
        }

        record AnnotatedListener(Record record) {

            @EventListener
            void on(ApplicationEvent event) {
                record.heard(Ear.ANNOTATED, event);
            }
        }
        // endregion listeners

        @Bean
        AnnotatedListener annotatedListener(Record record) {
            return new AnnotatedListener(record);
        }

        @Bean
        static BeanFactoryPostProcessor definitionsComplete(Record record) {
            return beanFactory -> record.step("BeanFactoryPostProcessor：定义已注册，Bean 还没创建");
        }

        @Bean
        Stock stock(Record record, ApplicationEventPublisher publisher) {
            return new Stock(record, publisher);
        }

        record Stock(Record record, ApplicationEventPublisher publisher) {

            @PostConstruct
            void load() {
                record.step("@PostConstruct 里发布 StockLoaded");
                publisher.publishEvent(new StockLoaded(this));
            }
        }

        @Bean
        ApplicationRunner runner(Record record) {
            return arguments -> {
                record.step("ApplicationRunner");
                if (arguments.containsOption("broken")) {
                    throw new IllegalStateException("仓库没有开门");
                }
            };
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class BrokenShop extends Shop {

        @Bean
        String broken(Stock stock) {
            throw new IllegalStateException("仓库没有开门");
        }
    }

    /** 失败的 Bean 注册在监听器之前。 */
    @Configuration(proxyBeanMethods = false)
    static class BrokenEarly {

        @Bean
        String broken() {
            throw new IllegalStateException("仓库没有开门");
        }

        @Bean
        ApplicationListener<ApplicationEvent> listenerBean(Record record) {
            return event -> record.heard(Ear.BEAN, event);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class BrokenWhenReady {

        @EventListener
        void on(ApplicationReadyEvent event) {
            throw new IllegalStateException("仓库没有开门");
        }
    }

    private static SpringApplication application(Class<?> source, Record record) {
        SpringApplication application = new SpringApplication(source);
        // region added
        application.addListeners((ApplicationListener<ApplicationEvent>)
                event -> record.heard(Ear.ADDED, event));
        // endregion added
        application.setDefaultProperties(Map.of("spring.main.banner-mode", "off"));
        application.setRegisterShutdownHook(false);
        application.addInitializers(context -> {
            record.step("ApplicationContextInitializer：容器是空的");
            context.getBeanFactory().registerSingleton("record", record);
        });
        return application;
    }

    @Test
    @DisplayName("正常启动与关闭")
    void start() {
        Record record = new Record();
        application(Shop.class, record).run().close();
        assertThat(record.text()).contains("√ · ·  ApplicationStartingEvent",
                "√ √ ·  StockLoaded", "√ √ √  ApplicationReadyEvent");
        Recording.check("events.txt", record.text());
    }

    @Configuration(proxyBeanMethods = false)
    static class PublishesLater {

        @Bean
        Shop.AnnotatedListener annotatedListener(Record record) {
            return new Shop.AnnotatedListener(record);
        }

        @Bean
        SmartInitializingSingleton stock(ApplicationEventPublisher publisher) {
            return () -> publisher.publishEvent(new StockLoaded("单例都建好之后"));
        }

        @Bean
        ApplicationRunner runner(ApplicationEventPublisher publisher) {
            return arguments -> publisher.publishEvent(new StockLoaded("启动之后"));
        }
    }

    @Test
    @DisplayName("改在 afterSingletonsInstantiated 或 ApplicationRunner 里发布：@EventListener 听得到")
    void publishedLater() {
        Record record = new Record();
        application(PublishesLater.class, record).run().close();
        assertThat(record.text().lines().filter(line -> line.endsWith("StockLoaded")))
                .hasSize(2).allMatch("√ · √  StockLoaded"::equals);
    }

    @Test
    @DisplayName("启动失败：刷新时失败与 runner 里失败，谁听得到 ApplicationFailedEvent")
    void failure() {
        Record refresh = new Record();
        assertThat(catchThrowable(() -> application(BrokenShop.class, refresh).run())).isNotNull();
        Record runner = new Record();
        assertThat(catchThrowable(() -> application(Shop.class, runner).run("--broken"))).isNotNull();
        Record early = new Record();
        assertThat(catchThrowable(() -> application(BrokenEarly.class, early).run())).isNotNull();
        assertThat(early.text()).endsWith("√ · ·  ApplicationFailedEvent");
        Recording.check("events-failed.txt", "创建 Bean 时失败，② 还没创建：\n" + tail(early, 1)
                + "\n\n创建 Bean 时失败，② 已经创建：\n" + tail(refresh, 3)
                + "\n\nApplicationRunner 里失败：\n" + tail(runner, 3));
    }

    @Test
    @DisplayName("ApplicationReadyEvent 的监听器里失败：run 抛出异常，却没有 ApplicationFailedEvent")
    void failureWhenReady() {
        Record record = new Record();
        assertThat(catchThrowable(() -> application(BrokenWhenReady.class, record).run())).isNotNull();
        assertThat(record.text()).contains("ApplicationReadyEvent").doesNotContain("ApplicationFailedEvent")
                .endsWith("ContextClosedEvent");
    }

    private static String tail(Record record, int count) {
        List<String> lines = record.text().lines().toList();
        return String.join("\n", lines.subList(lines.size() - count, lines.size()));
    }
}
