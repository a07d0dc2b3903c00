package com.example.bookstore.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.UUID;

import com.example.book.Recording;
import com.example.bookstore.schema.v1.FirstVersion;
import com.example.bookstore.schema.v2.SecondVersion;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** A column gets a new name while there are rows in the table. */
@ExtendWith(OutputCaptureExtension.class)
class DdlAutoTest {

    private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
    private final JdbcClient jdbc = JdbcClient.create(new DriverManagerDataSource(url, "sa", ""));

    private void deploy(Class<?> version, String ddlAuto) {
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(version)
                .web(WebApplicationType.NONE)
                .properties("spring.datasource.url=" + url, "spring.jpa.hibernate.ddl-auto=" + ddlAuto,
                        "spring.flyway.enabled=false", "spring.main.banner-mode=off",
                        "logging.level.root=warn").run()) {
            assertThat(context.isActive()).isTrue();
        }
    }

    private void migrate(String version) {
        Flyway.configure().dataSource(url, "sa", "").locations("classpath:rename")
                .target(version).load().migrate();
    }

    private String columns() {
        return String.join("、", jdbc.sql("""
                select lower(column_name) || case is_nullable when 'NO' then '（非空）' else '' end
                from information_schema.columns where table_name = 'BOOK' order by ordinal_position
                """).query(String.class).list());
    }

    // region bad
    @Test
    @DisplayName("ddl-auto=update：旧列没走，新书存不进去")
    void updateKeepsTheOldColumn() {
        deploy(FirstVersion.class, "update");
        deploy(SecondVersion.class, "update");
        Throwable thrown = catchThrowable(() ->
                jdbc.sql("insert into book (title) values ('三体')").update());
        assertThat(thrown).isInstanceOf(DataIntegrityViolationException.class);
        // endregion bad
        Recording.check("ddl-auto-update.txt", columns() + "\n"
                + thrown.getCause().getMessage().lines().findFirst().orElseThrow());
    }

    // region worse
    @Test
    @DisplayName("表里有数据时，新列也加不上：应用照常启动，只有警告")
    void updateOnlyWarnsOnFilledTables(CapturedOutput log) {
        deploy(FirstVersion.class, "update");
        jdbc.sql("insert into book (name) values ('活着')").update();
        deploy(SecondVersion.class, "update");
        assertThat(columns()).isEqualTo("id（非空）、name（非空）");
        assertThat(log).contains("WARN").contains("Error executing DDL")
                .contains("add column title varchar(255) not null");
    }
    // endregion worse

    // region good
    @Test
    @DisplayName("一句 rename column：数据还在，validate 通过")
    void migrationRenames() {
        migrate("1");
        deploy(FirstVersion.class, "validate");
        jdbc.sql("insert into book (name) values ('活着')").update();
        migrate("2");
        deploy(SecondVersion.class, "validate");
        assertThat(jdbc.sql("select title from book").query(String.class).list())
                .containsExactly("活着");
    }
    // endregion good
}
