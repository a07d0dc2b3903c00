package com.example.bookstore.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.Service;
import com.example.bookstore.support.Database;
import com.zaxxer.hikari.HikariDataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.exception.FlywayValidateException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.simple.JdbcClient;

@RequiresService({Service.POSTGRESQL, Service.MYSQL})
class FlywayTest {

    private static Flyway flyway(HikariDataSource pool, String folder) {
        return Flyway.configure().dataSource(pool).locations("classpath:migrations/" + folder).load();
    }

    private static long tablesNamedFirst(HikariDataSource pool) {
        return JdbcClient.create(pool).sql("""
                select count(*) from information_schema.tables
                where lower(table_name) = 'first_half'
                  and lower(table_schema) in ('public', :database)
                """).param("database", Database.NAME + "_flyway").query(Long.class).single();
    }

    @Test
    @DisplayName("迁移脚本第二句出错：PostgreSQL 整个回滚，MariaDB 与 H2 留下一半")
    void failedMigration() {
        StringBuilder text = new StringBuilder();
        for (Database database : Database.values()) {
            try (HikariDataSource pool = database.freshPool("flyway", 2)) {
                assertThat(catchThrowable(() -> flyway(pool, "half").migrate())).isNotNull();
                long left = tablesNamedFirst(pool);
                Throwable again = catchThrowable(() -> flyway(pool, "half-mended").migrate());
                text.append("%s：第一句建的表%s；修好脚本再迁移：%s%n".formatted(database,
                        left == 1 ? "还在" : "没了",
                        again == null ? "成功" : again.getClass().getSimpleName()));
                if (database == Database.MARIADB) {
                    Recording.check("flyway-failed.txt", again.toString());
                }
            }
        }
        Recording.check("flyway-half.txt", text.toString());
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "MARIADB"})
    @DisplayName("脚本里只有一条 DDL：失败了没有“一半”要删，只要 repair")
    void repair(Database database) {
        try (HikariDataSource pool = database.freshPool("flyway", 2)) {
            assertThat(catchThrowable(() -> flyway(pool, "broken").migrate())).isNotNull();

            Flyway mended = flyway(pool, "original");
            assertThat(catchThrowable(mended::migrate))
                    .isInstanceOf(FlywayValidateException.class);
            mended.repair();
            assertThat(mended.migrate().migrationsExecuted).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("改动已经执行过的脚本：校验和不符，应用启动不了")
    void changedMigration() {
        try (HikariDataSource pool = Database.H2.freshPool("flyway", 2)) {
            flyway(pool, "original").migrate();
            Throwable thrown = catchThrowable(() -> flyway(pool, "edited").migrate());
            assertThat(thrown).isInstanceOf(FlywayValidateException.class);
            Recording.check("flyway-checksum.txt", thrown.toString());
        }
    }

    @Test
    @DisplayName("后加的脚本版本号更小：应用启动不了；改成更大的，照常执行")
    void smallerVersion(@TempDir Path folder) throws IOException {
        try (HikariDataSource pool = Database.H2.freshPool("flyway", 2)) {
            Flyway flyway = Flyway.configure().dataSource(pool).locations("filesystem:" + folder).load();
            Files.writeString(folder.resolve("V2__coupon.sql"), "create table coupon (id int);");
            flyway.migrate();
            Path late = Files.writeString(folder.resolve("V1__gift.sql"), "create table gift (id int);");
            assertThat(catchThrowable(flyway::migrate)).isInstanceOf(FlywayValidateException.class)
                    .hasMessageContaining("Detected resolved migration not applied to database: 1");
            Files.move(late, folder.resolve("V3__gift.sql"));
            assertThat(flyway.migrate().migrationsExecuted).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("H2 的建表脚本与 PostgreSQL 的一字不差")
    void sameTablesOnH2AndPostgresql() throws IOException {
        assertThat(tables("h2")).isEqualTo(tables("postgresql")).contains("create table book (");
    }

    private static String tables(String vendor) throws IOException {
        return new ClassPathResource("db/migration/" + vendor + "/V1__tables.sql")
                .getContentAsString(StandardCharsets.UTF_8).replaceAll("-- (end)?region book\\R", "");
    }
}
