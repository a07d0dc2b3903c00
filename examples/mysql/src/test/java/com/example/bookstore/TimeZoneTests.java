package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.TimeZone;
import java.util.function.Function;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

import com.example.book.Recording;
import com.example.book.Table;

/** The server's zone is UTC; the application's is Shanghai, or UTC. */
class TimeZoneTests {

    private static final MySqlServer SERVER = MySqlServer.shared();

    private static final Instant PAID = Instant.parse("2026-01-01T00:00:00Z");

    private static final String IN_THE_SESSION =
            "connectionTimeZone=%2B08:00&forceConnectionTimeZoneToSession=true";

    private final TimeZone before = TimeZone.getDefault();

    @BeforeEach
    void table() {
        SERVER.anew().execute("create table bookstore.payment (paid_at timestamp, noted_at datetime)");
    }

    @AfterEach
    void zoneAsBefore() {
        TimeZone.setDefault(before);
    }

    @Test
    @DisplayName("上海的应用写进 UTC 的服务器：不写参数差 8 小时，自己读回来却是对的")
    void shanghaiToUtc() {
        Table table = new Table("地址里写的", "`timestamp` 列", "`datetime` 列", "同一个应用读回", "UTC 的应用读到");
        for (String parameters : new String[] {"", "connectionTimeZone=SERVER", IN_THE_SESSION}) {
            SERVER.execute("truncate bookstore.payment");
            String readBack = in("Asia/Shanghai", parameters, client -> {
                client.sql("insert into payment values (?, ?)")
                        .param(Timestamp.from(PAID)).param(Timestamp.from(PAID)).update();
                return read(client);
            });
            table.row(parameters.isEmpty() ? "什么也不写" : "`" + parameters + "`",
                    // The server reads what stands there in its own zone, UTC.
                    difference(Instant.parse(SERVER.query(
                            "select date_format(paid_at, '%Y-%m-%dT%TZ') from bookstore.payment"))),
                    difference(Instant.parse(SERVER.query(
                            "select date_format(noted_at, '%Y-%m-%dT%TZ') from bookstore.payment"))),
                    readBack, in("UTC", "", TimeZoneTests::read));
        }
        Recording.check("time-zone.txt", table.toString());
    }

    private static String read(JdbcClient client) {
        return client.sql("select paid_at, noted_at from payment").query((row, index) ->
                difference(row.getTimestamp(1).toInstant()) + "、" + difference(row.getTimestamp(2).toInstant()))
                .single();
    }

    private static String difference(Instant instant) {
        long hours = Duration.between(PAID, instant).toHours();
        return hours == 0 ? "对" : "%+d 小时".formatted(hours);
    }

    @Test
    @DisplayName("加上 connectionTimeZone=SERVER 以前写的行，加上以后读出来差 8 小时")
    void rowsOfBefore() {
        in("Asia/Shanghai", "", client -> String.valueOf(client.sql("insert into payment values (?, ?)")
                .param(Timestamp.from(PAID)).param(Timestamp.from(PAID)).update()));
        assertThat(in("Asia/Shanghai", "connectionTimeZone=SERVER", TimeZoneTests::read))
                .isEqualTo("+8 小时、+8 小时");
        assertThat(in("Asia/Shanghai", IN_THE_SESSION, TimeZoneTests::read)).isEqualTo("+8 小时、对");
    }

    @Test
    @DisplayName("服务器的时区叫 CST：SERVER 被驱动认成芝加哥，错 14 小时；由应用定时区的，对")
    void serverInChina() {
        SERVER.execute("set global time_zone = 'SYSTEM'");
        try {
            assertThat(SERVER.query("select @@system_time_zone")).isEqualTo("CST");
            assertThat(stored("")).isEqualTo("对");
            assertThat(stored("connectionTimeZone=SERVER")).isEqualTo("-14 小时");
            assertThat(stored(IN_THE_SESSION)).isEqualTo("对");
            assertThat(stored(null)).as("the address of application.yaml").isEqualTo("对");
        }
        finally {
            SERVER.execute("set global time_zone = '+00:00'");
        }
    }

    /** How far from what an application in Shanghai writes is what the server has in its timestamp column. */
    private static String stored(String parameters) {
        SERVER.execute("truncate bookstore.payment");
        in("Asia/Shanghai", parameters, client -> String.valueOf(
                client.sql("insert into payment (paid_at) values (?)").param(Timestamp.from(PAID)).update()));
        return difference(Instant.ofEpochSecond(
                Long.parseLong(SERVER.query("select unix_timestamp(paid_at) from bookstore.payment"))));
    }

    @Test
    @DisplayName("LocalDateTime 原样写、原样读，不管 connectionTimeZone")
    void localDateTime() {
        LocalDateTime noted = LocalDateTime.parse("2026-01-01T08:00:00");
        for (String parameters : new String[] {"", "connectionTimeZone=SERVER"}) {
            SERVER.execute("truncate bookstore.payment");
            assertThat(in("Asia/Shanghai", parameters, client -> {
                client.sql("insert into payment (noted_at) values (?)").param(noted).update();
                return client.sql("select noted_at from payment")
                        .query((row, index) -> row.getObject(1, LocalDateTime.class)).single().toString();
            })).isEqualTo("2026-01-01T08:00");
            assertThat(SERVER.query("select noted_at from bookstore.payment")).startsWith("2026-01-01 08:00:00");
        }
    }

    @Test
    @DisplayName("时区写名字，服务器没有装时区表：连不上")
    void zoneByName() {
        Throwable thrown = catchThrowable(() -> in("Asia/Shanghai",
                "connectionTimeZone=Asia/Shanghai&forceConnectionTimeZoneToSession=true", TimeZoneTests::read));
        assertThat(thrown).rootCause().hasMessage("Unknown or incorrect time zone: 'Asia/Shanghai'");
    }

    private static String in(String zone, String parameters, Function<JdbcClient, String> work) {
        TimeZone.setDefault(TimeZone.getTimeZone(zone));
        try (ConfigurableApplicationContext context = SERVER.application(parameters)) {
            return work.apply(context.getBean(JdbcClient.class));
        }
    }
}
