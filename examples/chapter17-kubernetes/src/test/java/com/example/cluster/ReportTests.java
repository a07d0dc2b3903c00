package com.example.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;

import com.example.book.Recording;
import com.example.book.RunningProgram;

import org.h2.tools.Server;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.scheduling.annotation.Scheduled;

/** A nightly report in a Deployment of two pods, and as a CronJob. */
class ReportTests {

    @Test
    void twoClocksAndOne() throws Exception {
        int port = RunningProgram.freePort();
        Server database = Store.database(port);
        String url = Store.databaseUrl(port, "reports");
        JdbcClient jdbc = JdbcClient.create(new DriverManagerDataSource(url));
        String inside = Store.withVariable(Store.withVariable(Store.deployment(), "BOOKSTORE_REPORT_INSIDE", "true"),
                "BOOKSTORE_REPORT_CRON", "* * * * * *");
        // The two pods find the database in the Secret, as the page says.
        try (Cluster cluster = Store.cluster().apply(Store.settings()).apply(Store.secret(url)).apply(inside)) {
            cluster.awaitRollout("bookstore");
            cluster.await("没有写过两份", () -> !twice(jdbc).isEmpty());
            List<String> pods = jdbc.sql("select pod from report where due = ? order by pod")
                    .param(twice(jdbc).getFirst().get("due")).query(String.class).list();
            assertThat(pods).containsExactly("bookstore-1", "bookstore-2");
            Recording.check("two-clocks.txt", "同一次报表写了 2 份：" + String.join("、", pods) + "\n");

            String once = Store.databaseUrl(port, "once");
            cluster.apply(Store.secret(once)).apply(Store.read("report-cronjob.yaml"));
            Pod job = cluster.runJob("bookstore-report");
            assertThat(job.state()).as(job.logs()).isEqualTo("Completed");
            assertThat(JdbcClient.create(new DriverManagerDataSource(once))
                    .sql("select count(*) from report").query(Integer.class).single()).isEqualTo(1);
        }
        finally {
            database.stop();
        }
    }

    /** A container's own time zone is often UTC: the clock inside names the CronJob's. */
    @Test
    void sameHour() throws Exception {
        Scheduled inside = Class.forName("com.example.bookstore.ReportSchedule").getDeclaredMethod("nightly")
                .getAnnotation(Scheduled.class);
        Manifest job = Manifest.parse(Store.read("report-cronjob.yaml")).getFirst();
        assertThat(inside.zone()).isEqualTo(job.text("spec.timeZone"));
        assertThat(inside.cron()).endsWith(":0 " + job.text("spec.schedule") + "}");
    }

    private static List<Map<String, Object>> twice(JdbcClient jdbc) {
        return jdbc.sql("select due from report group by due having count(*) = 2").query().listOfRows();
    }
}
