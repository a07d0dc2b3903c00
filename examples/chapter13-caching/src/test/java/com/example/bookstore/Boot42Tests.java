package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.Service;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The next version is run as well, as far as it is published. */
class Boot42Tests {

    @Test
    @RequiresService(Service.REDIS)
    @DisplayName("4.2 的第一个里程碑：src/main 原样编译得过，Caffeine 与 Redis 都是读 100 次查 1 次")
    void sameCode() throws IOException {
        Path classes = Recording.module().resolve("target/boot42/main");
        List<Path> sources = new ArrayList<>(List.of(Recording.module().resolve("boot42/src/Tomorrow.java")));
        try (Stream<Path> main = Files.walk(Recording.module().resolve("src/main/java"))) {
            main.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
        }
        assertThat(OtherBoot.BOOT_42.compile(classes, sources)).isEmpty();
        assertThat(read(classes, "caffeine"))
                .contains("Spring Boot 4.2.0-M1：CaffeineCacheManager，读 100 次，数据库收到 1 次查询");
        assertThat(read(classes, "redis,json"))
                .contains("Spring Boot 4.2.0-M1：RedisCacheManager，读 100 次，数据库收到 1 次查询");
    }

    private static String read(Path classes, String profiles) {
        ConsoleRun run = ConsoleRun.run(MavenProject.javaCommand("zh", "-cp", String.join(File.pathSeparator,
                classes.toString(), Recording.module().resolve("src/main/resources").toString(),
                OtherBoot.BOOT_42.classPath()), "com.example.bookstore.Tomorrow",
                "--spring.profiles.active=" + profiles, "--spring.main.web-application-type=none"),
                Recording.module(), null, Map.of());
        assertThat(run.exitCode()).as(run.output()).isZero();
        return run.output();
    }

    @Test
    @DisplayName("4.2 的第一个里程碑：Redis 停着，默认的写入与现在一样，不报错")
    void sameWrites() {
        Path classes = Recording.module().resolve("target/boot42/writes");
        assertThat(OtherBoot.BOOT_42.compile(classes, List.of(Recording.module().resolve("boot35/src/Writes.java"))))
                .isEmpty();
        assertThat(Boot35Tests.run(classes, OtherBoot.BOOT_42.classPath()))
                .containsEntry("put", "不报错").containsEntry("evict", "不报错")
                .isEqualTo(Boot35Tests.run(classes, System.getProperty("java.class.path")));
    }
}
