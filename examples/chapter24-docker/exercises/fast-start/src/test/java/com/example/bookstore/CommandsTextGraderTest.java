package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** 判分自己：写得对的认得出，运行不了的也认得出。一行里逗号隔开各项，| 前面是练习，后面是启动。 */
@DisplayName("启动减半：只看文字的判分，认得出对错")
class CommandsTextGraderTest {

    private static List<String> wrong(String commands) {
        String[] both = commands.split("\\|");
        return new CommandsText("task.jar:lib.jar", "Main").all(List.of(both[0].split(",")), List.of(both[1].split(",")));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "java,-Xmx256m,-XX:AOTCacheOutput=a,-cp,task.jar:lib.jar,Main"
                + "|java,-XX:AOTCache=a,-XX:AOTMode=on,-XX:TieredStopAtLevel=1,-cp,task.jar:lib.jar,Main",
        "java,-cp,task.jar:lib.jar,-Xmx31g,-XX:AOTMode=record,-XX:AOTCacheOutput=a,Main"
                + "|java,--class-path=task.jar:lib.jar,-XX:AOTCache=a,-XX:AOTMode=on,-XX:TieredStopAtLevel=1,Main"})
    void right(String commands) {
        assertThat(wrong(commands)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {
        // 没有 -cp：java 把类路径当成启动类
        "java,-Xmx256m,-XX:AOTCacheOutput=a,task.jar:lib.jar,Main"
                + "|java,-XX:AOTCache=a,-XX:AOTMode=on,-XX:TieredStopAtLevel=1,task.jar:lib.jar,Main",
        // 两个参数写在一项里
        "java,-Xmx256m,-XX:AOTCacheOutput=a,-cp task.jar:lib.jar,Main"
                + "|java,-XX:AOTCache=a,-XX:AOTMode=on,-XX:TieredStopAtLevel=1,-cp task.jar:lib.jar,Main",
        // 同一个参数写了两次，后一次算数
        "java,-Xmx256m,-Xmx64g,-XX:AOTCacheOutput=a,-cp,task.jar:lib.jar,Main"
                + "|java,-XX:AOTCache=a,-XX:AOTMode=on,-XX:TieredStopAtLevel=1,-cp,task.jar:lib.jar,Main",
        "java,-Xmx256m,-XX:AOTCacheOutput=a,-cp,task.jar:lib.jar,Main"
                + "|java,-XX:AOTCache=a,-XX:AOTMode=on,-XX:AOTMode=auto,-XX:TieredStopAtLevel=1,-cp,task.jar:lib.jar,Main",
        // 堆小得练习不完
        "java,-Xmx4m,-XX:AOTCacheOutput=a,-cp,task.jar:lib.jar,Main"
                + "|java,-XX:AOTCache=a,-XX:AOTMode=on,-XX:TieredStopAtLevel=1,-cp,task.jar:lib.jar,Main",
        // 写了 on，就不练习
        "java,-Xmx256m,-XX:AOTMode=on,-XX:AOTCacheOutput=a,-cp,task.jar:lib.jar,Main"
                + "|java,-XX:AOTCache=a,-XX:AOTMode=on,-XX:TieredStopAtLevel=1,-cp,task.jar:lib.jar,Main",
        // 收集器让缓存的格式不一样
        "java,-Xmx256m,-XX:+UseZGC,-XX:AOTCacheOutput=a,-cp,task.jar:lib.jar,Main"
                + "|java,-XX:AOTCache=a,-XX:AOTMode=on,-XX:TieredStopAtLevel=1,-cp,task.jar:lib.jar,Main",
        // 用的还是 C2
        "java,-Xmx256m,-XX:AOTCacheOutput=a,-cp,task.jar:lib.jar,Main"
                + "|java,-XX:AOTCache=a,-XX:AOTMode=on,-cp,task.jar:lib.jar,Main",
        // 不是练习写出的缓存
        "java,-Xmx256m,-XX:AOTCacheOutput=a,-cp,task.jar:lib.jar,Main"
                + "|java,-XX:AOTCache=b,-XX:AOTMode=on,-XX:TieredStopAtLevel=1,-cp,task.jar:lib.jar,Main"})
    void notRight(String commands) {
        assertThat(wrong(commands)).isNotEmpty();
    }
}
