package com.example.bookstore.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.Service;
import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@RequiresService({Service.POSTGRESQL, Service.MYSQL})
class DatabaseTest {

    /** Does what a run of the tests does, and prints the databases that it used. */
    static class Run {

        public static void main(String[] args) {
            Database database = Database.valueOf(args[0]);
            database.createOnce();
            try (HikariDataSource pool = database.freshPool("extra", 1)) {
                database.names().stream().filter(name -> name.startsWith(Database.NAME))
                        .forEach(System.out::println);
            }
        }
    }

    private static List<String> databasesOfOneRun(Database database) {
        ConsoleRun run = ConsoleRun.run(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp", System.getProperty("java.class.path"), Run.class.getName(), database.name()),
                Recording.module(), null, Map.of());
        return Arrays.stream(run.output().split("\n")).filter(line -> line.startsWith("bookstore_")).toList();
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    @DisplayName("每次运行用自己的库，运行结束就删掉；被杀掉的运行留下的，下次也删掉")
    void everyRunHasDatabasesOfItsOwn(Database database) {
        String leftover = "bookstore_chapter11_test_1000000000_0badc0de";
        database.execute("create database " + leftover);

        List<String> first = databasesOfOneRun(database);
        List<String> second = databasesOfOneRun(database);

        assertThat(first).hasSize(2).doesNotContainAnyElementsOf(second);
        assertThat(second).hasSize(2);
        assertThat(database.names()).doesNotContain(leftover)
                .doesNotContainAnyElementsOf(first).doesNotContainAnyElementsOf(second);
    }
}
