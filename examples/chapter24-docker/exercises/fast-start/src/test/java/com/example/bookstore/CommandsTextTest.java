package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** JDK 25 之前的 JVM 不认识 AOT 缓存的参数，运行不了这两条命令，只能看它们写了什么。 */
@DisplayName("启动减半：只看命令写了什么")
@EnabledForJreRange(max = JRE.JAVA_24, disabledReason = "JDK 25 上由 CommandsTest 运行这两条命令")
class CommandsTextTest {

    private static final String CLASS_PATH = "task.jar:lib.jar";
    private static final String MAIN = "com.example.bookstore.Reconciliation";

    private final CommandsText text = new CommandsText(CLASS_PATH, MAIN);
    private final List<String> train = new Commands().train(CLASS_PATH, MAIN);
    private final List<String> start = new Commands().start(CLASS_PATH, MAIN);

    @Test
    @DisplayName("启动的是原来的任务")
    void sameTask() {
        assertThat(text.task(train)).isEmpty();
        assertThat(text.task(start)).isEmpty();
    }

    @Test
    @DisplayName("启动时用的，是练习写出的那个缓存")
    void sameCache() {
        assertThat(CommandsText.cache(train, start)).isEmpty();
    }

    @Test
    @DisplayName("处理器时间：一两秒的任务不用 C2")
    void processorTime() {
        assertThat(CommandsText.processorTime(start)).isEmpty();
    }

    @Test
    @DisplayName("练习时写了堆的大小，不到 32 GB")
    void smallContainer() {
        assertThat(CommandsText.smallContainer(train, start)).isEmpty();
    }

    @Test
    @DisplayName("缓存用不上就不启动")
    void changedJar() {
        assertThat(CommandsText.changedJar(start)).isEmpty();
    }
}
