package com.example.bookstore.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.List;

import com.example.bookstore.BookstoreApplication;
import com.example.bookstore.order.StockMovement;
import com.example.bookstore.support.Database;
import com.example.bookstore.support.TestDatabase;
import com.example.coupon.Coupon;
import com.zaxxer.hikari.HikariDataSource;
import org.hibernate.MappingException;
import org.hibernate.boot.model.naming.PhysicalNamingStrategySnakeCaseImpl;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.cfg.Configuration;
import org.hibernate.tool.schema.spi.SchemaManagementException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What {@code ddl-auto: validate} compares, and what it leaves alone. */
class SchemaValidationTest {

    private static final String SEQUENCE =
            "create sequence stock_movement_seq start with 1 increment by 50";

    private static Throwable validate(String... schema) {
        return start(StockMovement.class, "validate", schema);
    }

    private static Throwable start(Class<?> entity, String ddlAuto, String... schema) {
        try (HikariDataSource pool = Database.H2.pool(2)) {
            JdbcClient jdbc = JdbcClient.create(pool);
            for (String sql : schema) {
                jdbc.sql(sql).update();
            }
            Configuration configuration = new Configuration().addAnnotatedClass(entity);
            configuration.setPhysicalNamingStrategy(new PhysicalNamingStrategySnakeCaseImpl());
            configuration.getProperties().put(AvailableSettings.JAKARTA_NON_JTA_DATASOURCE, pool);
            configuration.setProperty(AvailableSettings.HBM2DDL_AUTO, ddlAuto);
            return catchThrowable(() -> configuration.buildSessionFactory().close());
        }
    }

    private static void assertMessage(Throwable thrown, String message) {
        assertThat(thrown).isInstanceOf(SchemaManagementException.class).hasMessageContaining(message);
    }

    @Test
    @DisplayName("validate 核对表、列、列的类型与序列")
    void compared() {
        assertMessage(validate(SEQUENCE), "missing table [stock_movement]");
        assertMessage(validate(SEQUENCE,
                "create table stock_movement (id bigint, book_id bigint)"),
                "missing column [amount]");
        assertMessage(validate(SEQUENCE,
                "create table stock_movement (id bigint, book_id bigint, amount varchar(9))"),
                "wrong column type encountered in column [amount]");
        String table = "create table stock_movement (id bigint, book_id bigint, amount int)";
        assertMessage(validate(table), "missing sequence [stock_movement_seq]");
        assertThat(validate(SEQUENCE, "create table stock_movement (id bigint, book_id bigint, amount bigint)"))
                .as("int 的属性，更宽的 bigint 列").isNull();
        assertMessage(validate(SEQUENCE,
                "create table stock_movement (id bigint, book_id int, amount int)"),
                "wrong column type encountered in column [book_id]");
    }

    @Test
    @DisplayName("应用里少了建表的脚本：启动失败，Schema validation: missing table [book]")
    void noScripts() {
        Throwable thrown = catchThrowable(() -> new SpringApplicationBuilder(BookstoreApplication.class)
                .initializers(new TestDatabase())
                .run("--spring.flyway.locations=classpath:db/migration/none").close());
        assertThat(thrown).rootCause().isInstanceOf(SchemaManagementException.class)
                .hasMessage("Schema validation: missing table [book]");
    }

    @Test
    @DisplayName("序列的步长不对：不写 validate 也启动不了，实体要 50，库里是 1")
    void increment() {
        for (String ddlAuto : List.of("validate", "none")) {
            assertThat(start(StockMovement.class, ddlAuto,
                    "create table stock_movement (id bigint, book_id bigint, amount int)",
                    "create sequence stock_movement_seq increment by 1"))
                    .isInstanceOf(MappingException.class)
                    .hasMessageContaining("increment size is [1]");
        }
    }

    @Test
    @DisplayName("allocationSize 是 1 的实体不攒号，库里的步长是 50 也启动得了，要 validate 才拦得住")
    void incrementOfOne() {
        String[] schema = {"create table coupon (id bigint)", "create sequence coupon_seq increment by 50"};
        assertThat(start(Coupon.class, "none", schema)).isNull();
        assertMessage(start(Coupon.class, "validate", schema), "found [50] but expecting [1]");
    }

    @Test
    @DisplayName("validate 不看可空、主键与多出来的列")
    void ignored() {
        assertThat(validate(SEQUENCE, """
                create table stock_movement (
                    id bigint, book_id bigint, amount int null, note varchar(9))
                """)).isNull();
    }
}
