package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.LocalDateTime;
import java.util.TimeZone;

import javax.sql.DataSource;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;

import org.hibernate.cfg.JdbcSettings;
import org.hibernate.jpa.HibernatePersistenceConfiguration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

/** What differs when Hibernate stands between the application and the driver. */
class HibernateTests {

    private static final MySqlServer SERVER = MySqlServer.shared();

    private final TimeZone before = TimeZone.getDefault();

    @BeforeEach
    void table() {
        SERVER.anew().execute("create table bookstore.note (id int primary key, noted_at datetime)");
        TimeZone.setDefault(TimeZone.getTimeZone("Asia/Shanghai"));
    }

    @AfterEach
    void zoneAsBefore() {
        TimeZone.setDefault(before);
    }

    @Test
    @DisplayName("useSSL=false：Hibernate 启动时就要连，启动不了，最后的原因里没有公钥，日志里有")
    @ExtendWith(OutputCaptureExtension.class)
    void publicKey(CapturedOutput output) {
        try (ConfigurableApplicationContext context = SERVER.application("useSSL=false")) {
            assertThat(catchThrowable(() -> factory(context)))
                    .rootCause().hasMessageStartingWith("Unable to determine Dialect without JDBC metadata");
        }
        assertThat(output.getAll()).contains("Public Key Retrieval is not allowed");
    }

    @Test
    @DisplayName("LocalDateTime 经过 Hibernate：connectionTimeZone=SERVER 会换算它")
    void localDateTime() {
        assertThat(stored("")).isEqualTo("2026-01-01 08:00:00");
        assertThat(stored("connectionTimeZone=SERVER")).isEqualTo("2026-01-01 00:00:00");
    }

    private static String stored(String parameters) {
        SERVER.execute("truncate bookstore.note");
        try (ConfigurableApplicationContext context = SERVER.application(parameters);
                EntityManagerFactory factory = factory(context)) {
            factory.runInTransaction(manager -> manager.persist(new Note()));
        }
        return SERVER.query("select date_format(noted_at, '%Y-%m-%d %T') from bookstore.note");
    }

    /** On the application's pool, as its starter would do it. */
    private static EntityManagerFactory factory(ConfigurableApplicationContext context) {
        return new HibernatePersistenceConfiguration("notes").managedClass(Note.class)
                .property(JdbcSettings.JAKARTA_NON_JTA_DATASOURCE, context.getBean(DataSource.class))
                .createEntityManagerFactory();
    }

    @Entity(name = "note")
    static class Note {

        @Id
        private int id = 1;

        @Column(name = "noted_at")
        private LocalDateTime notedAt = LocalDateTime.parse("2026-01-01T08:00:00");

        protected Note() {
        }
    }
}
