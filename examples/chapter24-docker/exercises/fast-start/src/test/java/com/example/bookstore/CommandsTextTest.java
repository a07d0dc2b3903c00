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

    private final List<String> train = new Commands().train(CLASS_PATH, MAIN);
    private final List<String> start = new Commands().start(CLASS_PATH, MAIN);

    /** 一个参数等号或名字后面的值，没有写就是空的。 */
    private static String value(List<String> command, String option) {
        return command.stream().filter(argument -> argument.startsWith(option))
                .map(argument -> argument.substring(option.length())).findFirst().orElse("");
    }

    @Test
    @DisplayName("启动的是原来的任务")
    void sameTask() {
        for (List<String> command : List.of(train, start)) {
            assertThat(command).first().isEqualTo("java");
            assertThat(String.join(" ", command)).contains(CLASS_PATH).endsWith(MAIN);
        }
    }

    @Test
    @DisplayName("启动时用的，是练习写出的那个缓存")
    void sameCache() {
        assertThat(value(start, "-XX:AOTCache=")).as("启动时用的缓存").isNotEmpty()
                .isEqualTo(value(train, "-XX:AOTCacheOutput="));
    }

    @Test
    @DisplayName("处理器时间：一两秒的任务不用 C2")
    void processorTime() {
        assertThat(value(start, "-XX:TieredStopAtLevel=")).as("编译到哪一级为止").matches("[0-3]");
    }

    @Test
    @DisplayName("练习时写了堆的大小，不到 32 GB")
    void smallContainer() {
        String heap = value(train, "-Xmx") + value(train, "-XX:MaxHeapSize=");
        assertThat(heap).as("练习时的堆").matches("(\\d{1,4}[mM]|[1-2]?\\d[gG]|3[01][gG])");
    }

    @Test
    @DisplayName("缓存用不上就不启动")
    void changedJar() {
        assertThat(value(start, "-XX:AOTMode=")).as("缓存用不上怎么办").isEqualTo("on");
    }
}
