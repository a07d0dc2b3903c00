package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;

import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.RunningProgram;
import com.example.book.Service;
import com.example.bookstore.Postgres;
import com.example.bookstore.ShortLived;
import com.example.nightly.NightlyApplication;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

@Timeout(240)
@Order(5)
class QuartzTests {

    private static final String TABLES = "org/quartz/impl/jdbcjobstore/tables_postgres.sql";

    private static RunningProgram instance(Postgres database, String name) {
        return RunningProgram.start(ShortLived.command(NightlyApplication.class,
                "--spring.datasource.url=" + database.url(name)), Recording.module(), Map.of());
    }

    @Test
    @RequiresService(Service.POSTGRESQL)
    void recovers() throws Exception {
        try (Postgres database = new Postgres("schema.sql", TABLES);
                Connection blocker = database.connection(); Statement lock = blocker.createStatement()) {
            blocker.setAutoCommit(false);
            lock.execute("lock table stock_report in share mode");
            try (RunningProgram one = instance(database, "quartz-one")) {
                one.await("recovering=false");
                try (RunningProgram two = instance(database, "quartz-two")) {
                    two.await("Started NightlyApplication");
                    assertThat(two.output()).doesNotContain("对账单开始");
                    one.kill();
                    two.await("recovering=true");
                    blocker.rollback();
                    two.await("对账单写好了");
                    await().atMost(Duration.ofSeconds(10)).until(() -> database.jdbc().queryForList(
                            "select written_by from stock_report", String.class).contains("recovered"));
                    Recording.check("quartz-recovery.txt", "甲（做到一半被 kill -9）\n"
                            + own(one.output()) + "\n乙\n" + own(two.output()) + "\n");
                }
            }
        }
    }

    private static String own(String output) {
        return output.lines().filter(line -> line.contains("StatementJob")).map(line -> line.replaceAll(
                "^.*?: ", "")).collect(Collectors.joining("\n"));
    }

    @Test
    @RequiresService(Service.POSTGRESQL)
    void scriptDrops() throws Exception {
        try (Postgres database = new Postgres(TABLES)) {
            database.jdbc().update("insert into qrtz_locks (sched_name, lock_name) values ('bookstore', 'yesterday')");
            new ResourceDatabasePopulator(new ClassPathResource(TABLES)).execute(database.jdbc().getDataSource());
            assertThat(database.jdbc().queryForObject("select count(*) from qrtz_locks", Integer.class)).isZero();
            // It ends its own transaction, which a migration's is not.
            assertThat(new ClassPathResource(TABLES).getContentAsString(StandardCharsets.UTF_8).strip()).endsWith("COMMIT;");
        }
    }
}
