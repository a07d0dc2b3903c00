package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import com.example.book.Recording;
import com.example.book.RunningProgram;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.context.ApplicationEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.Ordered;

/** Finds for every line of the start-up log which method printed it, and between which two events. */
@DisplayName("启动日志的每一行是谁、在哪个阶段打印的")
class StartupLogTest {

    /** A line of the log, or an event ({@code printedBy} is null). */
    private record Step(String text, String printedBy) {
    }

    private final List<Step> steps = new ArrayList<>();

    @Test
    void everyLineHasItsPrinterAndItsPhase() {
        SpringApplication application = new SpringApplication(BookstoreApplication.class);
        application.setMainApplicationClass(BookstoreApplication.class);
        application.addListeners(new EventRecorder());
        application.addInitializers(context -> context.getBeanFactory().addBeanPostProcessor(new BeanRecorder()));
        application.setDefaultProperties(Map.of("spring.main.banner-mode", "off"));
        try (ConfigurableApplicationContext context =
                application.run("--server.port=" + RunningProgram.freePort())) {
            assertThat(context.isActive()).isTrue();
            assertThat(steps.stream().filter(step -> step.printedBy() != null)).hasSize(8);
            Recording.check("startup-lines.txt", steps.stream()
                    .map(step -> step.printedBy() == null
                            ? (step.text().startsWith("创建") ? "● " : "◆ ") + step.text()
                            : "  " + step.text() + "\n      ← " + step.printedBy())
                    .collect(Collectors.joining("\n")));
        }
    }

    /** Runs after Boot's own listener has set up the logging system, and listens to every event after that. */
    private final class EventRecorder implements ApplicationListener<ApplicationEvent>, Ordered {

        @Override
        public void onApplicationEvent(ApplicationEvent event) {
            if (event instanceof ApplicationEnvironmentPreparedEvent) {
                Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
                LineRecorder recorder = new LineRecorder();
                recorder.setContext(root.getLoggerContext());
                recorder.start();
                root.addAppender(recorder);
            }
            if (event.getClass().getName().startsWith("org.springframework.boot")
                    || event instanceof org.springframework.context.event.ContextRefreshedEvent) {
                steps.add(new Step(event.getClass().getSimpleName(), null));
            }
        }

        @Override
        public int getOrder() {
            return Ordered.LOWEST_PRECEDENCE;
        }
    }

    /** Shows where in all this a bean of the reader's is created. */
    private final class BeanRecorder implements BeanPostProcessor {

        @Override
        public Object postProcessBeforeInitialization(Object bean, String name) {
            if (bean instanceof BookController) {
                steps.add(new Step("创建 " + name, null));
            }
            return bean;
        }
    }

    private final class LineRecorder extends AppenderBase<ILoggingEvent> {

        @Override
        protected void append(ILoggingEvent event) {
            steps.add(new Step(event.getFormattedMessage()
                    .replaceAll("using Java .*", "using Java …").replaceAll("Tomcat/[\\d.]+", "Tomcat/…"),
                    printer()));
        }

        /** The first frame on the stack that is no part of the logging itself. */
        private static String printer() {
            return Arrays.stream(Thread.currentThread().getStackTrace()).skip(1)
                    .filter(frame -> !frame.getClassName().matches(
                            "(ch\\.qos\\.logback|org\\.slf4j|org\\.apache\\.commons\\.logging|java\\.util\\.logging"
                                    + "|org\\.apache\\.juli|com\\.example\\.bookstore\\.StartupLogTest).*"))
                    .map(frame -> frame.getClassName().replaceAll(".*\\.", "") + "." + frame.getMethodName())
                    .findFirst().orElseThrow();
        }
    }
}
