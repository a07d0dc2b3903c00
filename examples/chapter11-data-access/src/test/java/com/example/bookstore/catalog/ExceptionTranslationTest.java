package com.example.bookstore.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.File;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

import javax.sql.DataSource;

import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.Service;
import com.example.bookstore.support.Application;
import com.example.bookstore.support.Database;
import org.hibernate.exception.GenericJDBCException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ClassPathResource;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.SQLErrorCodeSQLExceptionTranslator;
import org.springframework.jdbc.support.SQLErrorCodesFactory;
import org.springframework.jdbc.support.SQLExceptionTranslator;
import org.springframework.orm.jpa.vendor.HibernateJpaDialect;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.TransactionTemplate;

/** The same accident in three implementations on three databases: which exception arrives? */
@RequiresService({Service.POSTGRESQL, Service.MYSQL})
class ExceptionTranslationTest {

    private static final List<String> IMPLEMENTATIONS = List.of("JdbcClient", "JPA", "MyBatis");

    /** One implementation on one database, with two books of stock 10. */
    private record Setting(Database database, String implementation, BookRepository books, JdbcClient jdbc,
            PlatformTransactionManager manager, BookEntities entities, long first, long second,
            boolean snapshotIsolation) {

        TransactionTemplate transaction() {
            return new TransactionTemplate(manager);
        }

        /** Makes the wait for a lock short; for this transaction's connection. */
        void waitBriefly() {
            jdbc.sql(switch (database) {
                case H2 -> "set lock_timeout 50";
                case POSTGRESQL -> "set local lock_timeout = '50ms'";
                case MARIADB -> "set innodb_lock_wait_timeout = 0";
            }).update();
        }

        /** MariaDB's check for conflicts, off before 11.6.2 and on since; for this transaction's connection. */
        void setSnapshotIsolation() {
            if (database == Database.MARIADB) {
                jdbc.sql("set innodb_snapshot_isolation = " + (snapshotIsolation ? "on" : "off")).update();
            }
        }

        /** PostgreSQL looks for deadlocks only after a second of waiting. */
        void findDeadlocksSoon() {
            switch (database) {
                case H2 -> jdbc.sql("set lock_timeout 5000").update();
                case POSTGRESQL -> jdbc.sql("set local deadlock_timeout = '10ms'").update();
                case MARIADB -> jdbc.sql("set innodb_lock_wait_timeout = 50").update();
            }
        }
    }

    private static Setting setting(Database database, String implementation, boolean snapshotIsolation) {
        var context = Application.on(database);
        JdbcClient jdbc = context.getBean(JdbcClient.class);
        jdbc.sql("delete from order_line").update();
        jdbc.sql("delete from book").update();
        BookRepository books = switch (implementation) {
            case "JPA" -> context.getBean(JpaBookRepository.class);
            case "MyBatis" -> context.getBean(MyBatisBookRepository.class);
            default -> context.getBean(JdbcBookRepository.class);
        };
        long first = books.save(Book.create("9787111000103", "甲", "10", 10)).id();
        long second = books.save(Book.create("9787111000110", "乙", "10", 10)).id();
        return new Setting(database, implementation, books, jdbc,
                context.getBean(PlatformTransactionManager.class), context.getBean(BookEntities.class),
                first, second, snapshotIsolation);
    }

    private enum Accident {

        ISBN_重复 {
            @Override
            void happen(Setting on) {
                Book duplicate = Book.create("9787111000103", "重复", "10", 1);
                if (on.implementation().equals("JPA")) {
                    // Spring Data as it comes
                    on.entities().saveAndFlush(BookEntity.of(duplicate));
                }
                else {
                    on.books().save(duplicate);
                }
            }
        },
        违反_CHECK_约束 {
            @Override
            void happen(Setting on) {
                on.books().save(Book.create("9787111000127", "负库存", "10", -1));
            }
        },
        拿旧版本更新 {
            @Override
            void happen(Setting on) {
                Book read = on.books().findById(on.first()).orElseThrow();
                on.books().save(read.withTitle("先"));
                on.books().save(read.withTitle("后"));
            }
        },
        等锁超时 {
            @Override
            void happen(Setting on) {
                on.transaction().executeWithoutResult(holder -> {
                    on.books().deductStock(on.first(), 1);
                    runInOtherThread(() -> on.transaction().executeWithoutResult(waiting -> {
                        on.waitBriefly();
                        on.books().deductStock(on.first(), 1);
                    }));
                });
            }
        },
        死锁 {
            @Override
            void happen(Setting on) {
                CyclicBarrier bothHoldOne = new CyclicBarrier(2);
                var other = CompletableFuture.runAsync(
                        () -> deductBoth(on, on.second(), on.first(), bothHoldOne));
                Throwable mine = catchThrowable(
                        () -> deductBoth(on, on.first(), on.second(), bothHoldOne));
                Throwable others = catchThrowable(other::join);
                assertThat(Stream.of(mine, others).filter(Objects::nonNull)).hasSize(1);
                throw (RuntimeException) (mine != null ? mine : others.getCause());
            }
        },
        可重复读下改了别人改过的行 {
            @Override
            void happen(Setting on) {
                TransactionTemplate repeatableRead = on.transaction();
                repeatableRead.setIsolationLevel(
                        TransactionDefinition.ISOLATION_REPEATABLE_READ);
                repeatableRead.executeWithoutResult(status -> {
                    on.setSnapshotIsolation();
                    on.books().findById(on.first());
                    runInOtherThread(() -> on.books().deductStock(on.first(), 1));
                    on.books().deductStock(on.first(), 1);
                });
            }
        };

        abstract void happen(Setting on);
    }

    private static void deductBoth(Setting on, long first, long second, CyclicBarrier bothHoldOne) {
        on.transaction().executeWithoutResult(status -> {
            on.findDeadlocksSoon();
            on.books().deductStock(first, 1);
            try {
                bothHoldOne.await();
            }
            catch (Exception ex) {
                throw new IllegalStateException(ex);
            }
            on.books().deductStock(second, 1);
        });
    }

    private static void runInOtherThread(Runnable action) {
        try (var executor = Executors.newSingleThreadExecutor()) {
            CompletableFuture.runAsync(action, executor).join();
        }
        catch (CompletionException ex) {
            throw (RuntimeException) ex.getCause();
        }
    }

    @Test
    @DisplayName("六种事故 × 三种实现 × 三个数据库：异常类型表由实测生成")
    void matrix() {
        StringBuilder table = new StringBuilder();
        for (Accident accident : Accident.values()) {
            table.append(accident.name().replace('_', ' ')).append('\n');
            Map<String, Map<Database, List<String>>> seen = new LinkedHashMap<>();
            for (Database database : Database.values()) {
                for (String implementation : IMPLEMENTATIONS) {
                    Setting setting = setting(database, implementation, false);
                    Throwable thrown = catchThrowable(() -> accident.happen(setting));
                    String name = thrown == null ? "（没有异常）" : thrown.getClass().getSimpleName();
                    seen.computeIfAbsent(name, key -> new TreeMap<>())
                            .computeIfAbsent(database, key -> new ArrayList<>()).add(implementation);
                    switch (accident) {
                        case 死锁 -> assertThat(thrown)
                                .isInstanceOf(PessimisticLockingFailureException.class)
                                .isInstanceOf(ConcurrencyFailureException.class);
                        case 拿旧版本更新 -> assertThat(thrown)
                                .isInstanceOf(OptimisticLockingFailureException.class)
                                .isInstanceOf(ConcurrencyFailureException.class);
                        default -> { } // depends on the database: see the table
                    }
                }
            }
            seen.forEach((exception, where) -> {
                table.append("  ").append(exception).append('\n');
                where.forEach((database, implementations) -> table.append("    ").append(database).append("：")
                        .append(implementations.size() == 3 ? "三种实现" : String.join("、", implementations))
                        .append('\n'));
            });
        }
        Recording.check("exceptions.txt", table.toString());
    }

    @Test
    @DisplayName("MariaDB 打开 innodb_snapshot_isolation：有异常了，教 Spring 认识 1020 才能重试")
    void conflictOnStrictMariadb() throws Exception {
        StringBuilder text = new StringBuilder();
        for (String implementation : IMPLEMENTATIONS) {
            Setting on = setting(Database.MARIADB, implementation, true);
            Throwable thrown = catchThrowable(
                    () -> Accident.可重复读下改了别人改过的行.happen(on));
            assertThat(thrown).isNotNull().isNotInstanceOf(ConcurrencyFailureException.class);
            text.append("%s：%s%n".formatted(
                    implementation, thrown.getClass().getSimpleName()));
            assertThat(catchThrowable(() -> saveOverAnother(on))).as("拿着版本号去改，也一样")
                    .hasSameClassAs(thrown).rootCause().hasMessageContaining("Record has changed since last read");
        }
        Recording.check("exceptions-snapshot.txt", text.toString());
        SQLException conflict = new SQLException("Record has changed", "HY000", 1020);
        assertThat(new SQLErrorCodeSQLExceptionTranslator("MariaDB")
                .translate("update", null, conflict)).isNull();
        ownErrorCodes();
    }

    /** In one transaction reads a book and saves it, with its version; another has changed it in between. */
    private static void saveOverAnother(Setting on) {
        TransactionTemplate repeatableRead = on.transaction();
        repeatableRead.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
        repeatableRead.executeWithoutResult(status -> {
            on.setSnapshotIsolation();
            Book read = on.books().findById(on.second()).orElseThrow();
            runInOtherThread(() -> on.books().deductStock(on.second(), 1));
            on.books().save(read.withTitle("后"));
        });
    }

    @Test
    @DisplayName("在自己的事务里接住 Spring Data 抛出的异常再提交：三个数据库都是 UnexpectedRollbackException")
    void caughtBeforeCommit() {
        for (Database database : Database.values()) {
            Setting on = setting(database, "JPA", false);
            assertThatThrownBy(() -> on.transaction().executeWithoutResult(status ->
                    assertThat(catchThrowable(() -> Accident.ISBN_重复.happen(on)))
                            .isInstanceOf(DataIntegrityViolationException.class)))
                    .as(database.name()).isInstanceOf(UnexpectedRollbackException.class);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
            DataSourceAutoConfiguration.class, JdbcTemplateAutoConfiguration.class})
    static class ByErrorCode {

        // region translator
        /** 有了这个 Bean，Boot 的 JdbcTemplate 就按错误码翻译。 */
        @Bean
        SQLExceptionTranslator errorCodes(DataSource dataSource) {
            return new SQLErrorCodeSQLExceptionTranslator(dataSource);
        }
        // endregion translator
    }

    @Test
    @DisplayName("按错误码翻译：等锁超时变回 CannotAcquireLockException")
    void translatorByErrorCode() {
        Map<Database, SQLException> timeouts = Map.of(
                Database.POSTGRESQL, new SQLException("lock timeout", "55P03", 0),
                Database.MARIADB, new SQLException("lock wait timeout", "HY000", 1205));
        timeouts.forEach((database, timeout) -> {
            DataSource pool = Application.on(database).getBean(DataSource.class);
            assertThat(new JdbcTemplate(pool).getExceptionTranslator()
                    .translate("update", null, timeout)).isNull();
            new ApplicationContextRunner().withUserConfiguration(ByErrorCode.class)
                    .withBean(DataSource.class, () -> new DelegatingDataSource(pool))
                    .run(context -> assertThat(context.getBean(JdbcTemplate.class)
                            .getExceptionTranslator().translate("update", null, timeout))
                            .isInstanceOf(CannotAcquireLockException.class));
        });
    }

    /** With 1020 in sql-error-codes.xml at the root of the class path, JdbcTemplate and JPA know it. */
    private static void ownErrorCodes() throws Exception {
        List<URL> classPath = new ArrayList<>();
        classPath.add(new ClassPathResource("error-codes/").getURL());
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            classPath.add(Path.of(entry).toUri().toURL());
        }
        try (var loader = new URLClassLoader(classPath.toArray(URL[]::new),
                ClassLoader.getPlatformClassLoader())) {
            assertThat(translations(loader)).containsExactly(
                    "CannotAcquireLockException", "CannotAcquireLockException");
        }
        classPath.removeFirst();
        try (var loader = new URLClassLoader(classPath.toArray(URL[]::new),
                ClassLoader.getPlatformClassLoader())) {
            assertThat(translations(loader)).containsExactly("null", "JpaSystemException");
        }
    }

    /** What Spring, loaded anew by this loader, makes of MariaDB's 1020. */
    @SuppressWarnings("unchecked")
    private static List<String> translations(ClassLoader loader) throws Exception {
        Method both = loader.loadClass(Translations.class.getName()).getMethod("both");
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(loader);
        try {
            return (List<String>) both.invoke(null);
        }
        finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    /** Loaded by the class loaders of the test above. */
    public static class Translations {

        public static List<String> both() {
            SQLException conflict = new SQLException("Record has changed", "HY000", 1020);
            DataSource dataSource = new DriverManagerDataSource();
            SQLErrorCodesFactory.getInstance().registerDatabase(dataSource, "MariaDB");
            SQLExceptionTranslator translator = new JdbcTemplate(dataSource).getExceptionTranslator();
            HibernateJpaDialect dialect = new HibernateJpaDialect();
            dialect.setJdbcExceptionTranslator(translator);
            return Stream.of(translator.translate("update", null, conflict),
                    dialect.translateExceptionIfPossible(
                            new GenericJDBCException("update", conflict)))
                    .map(thrown -> thrown == null ? "null" : thrown.getClass().getSimpleName())
                    .toList();
        }
    }
}
