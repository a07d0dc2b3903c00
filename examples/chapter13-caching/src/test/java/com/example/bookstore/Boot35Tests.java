package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Recording;
import com.example.book.RunningProgram;
import com.example.book.Table;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The old version is run, not remembered. */
class Boot35Tests {

    @Test
    @DisplayName("Redis 停了，同一个程序写默认的缓存：3.5 报错，4.x 不报错")
    void writes() {
        Path classes = Recording.module().resolve("target/boot35/writes");
        assertThat(OtherBoot.BOOT_35.compile(classes, List.of(Recording.module().resolve("boot35/src/Writes.java")))).isEmpty();
        Map<String, String> old = run(classes, OtherBoot.BOOT_35.classPath());
        Map<String, String> current = run(classes, System.getProperty("java.class.path"));
        assertThat(old).hasSize(3).doesNotContainValue("不报错");
        assertThat(current).hasSize(3).containsEntry("put", "不报错").containsEntry("evict", "不报错");
        Table table = new Table("Redis 停着，全用默认", "Boot 3.5", "Boot 4.x");
        for (String write : List.of("put", "evict", "clear")) {
            table.row(write, old.get(write), current.get(write));
        }
        Recording.check("boot35.txt", table.toString());
    }

    static Map<String, String> run(Path classes, String classPath) {
        ConsoleRun run = ConsoleRun.run(MavenProject.javaCommand("zh", "-cp", classes + File.pathSeparator + classPath,
                "com.example.bookstore.Writes", String.valueOf(RunningProgram.freePort())),
                Recording.module(), null, Map.of());
        return run.output().lines().filter(line -> line.matches("(put|evict|clear)：.*"))
                .collect(Collectors.toMap(line -> line.split("：")[0], line -> line.split("：")[1]));
    }

    @Test
    @DisplayName("3.5 里还没有的：RedisCacheWriter.create 与 immediateWrites、JacksonJsonRedisSerializer；3.5 的写法编译得过")
    void notYet() {
        assertThat(OtherBoot.BOOT_35.compile(Recording.module().resolve("target/boot35/older"),
                List.of(Recording.module().resolve("boot35/src/Older.java")))).isEmpty();
        String errors = OtherBoot.BOOT_35.compile(Recording.module().resolve("target/boot35/newer"),
                List.of(Recording.module().resolve("boot35/src/Newer.java")));
        assertThat(errors).contains("package org.springframework.boot.cache.autoconfigure does not exist",
                "class JacksonJsonRedisSerializer", "method create(");
    }
}
