package com.example.bookstore;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * Counts each statement, makes it a flight recorder event, and lets it wait for as long as the way to a database on
 * another machine would take: the example's own database runs in the same process.
 */
final class CountedDataSource extends DelegatingDataSource {

    private final StatementCount count;
    private final Duration distance;

    CountedDataSource(DataSource target, StatementCount count, Duration distance) {
        super(target);
        this.count = count;
        this.distance = distance;
    }

    @Override
    public Connection getConnection() throws SQLException {
        return counted(super.getConnection());
    }

    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        return counted(super.getConnection(username, password));
    }

    private Connection counted(Connection connection) {
        return proxy(Connection.class, connection, (method, arguments, call) -> {
            Object result = call.run();
            return switch (result) {
                case CallableStatement statement -> counted(CallableStatement.class, statement, (String) arguments[0]);
                case PreparedStatement statement -> counted(PreparedStatement.class, statement, (String) arguments[0]);
                case Statement statement -> counted(Statement.class, statement, null);
                case null, default -> result;
            };
        });
    }

    // region execute
    private <T extends Statement> T counted(Class<T> type, T statement,
            @Nullable String prepared) {
        return proxy(type, statement, (method, arguments, call) -> {
            if (!method.startsWith("execute")) {
                return call.run();
            }
            count.increment();
            StatementEvent event = new StatementEvent();
            // 一批语句没有参数，算一条：去数据库的路只走一趟
            event.sql = prepared != null ? prepared
                    : arguments != null ? String.valueOf(arguments[0]) : "batch";
            event.begin();
            try {
                // 去数据库的路上：真的数据库在另一台机器上
                travel();
                return call.run();
            }
            finally {
                event.commit();
            }
        });
    }
    // endregion execute

    private void travel() throws SQLException {
        try {
            Thread.sleep(distance);
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new SQLException("等数据库的时候被中断", ex);
        }
    }

    private interface Call {
        Object run() throws Throwable;
    }

    private interface Around {
        Object invoke(String method, Object @Nullable [] arguments, Call call) throws Throwable;
    }

    private static <T> T proxy(Class<T> type, T target, Around around) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type},
                (self, method, arguments) -> around.invoke(method.getName(), arguments, () -> {
                    try {
                        return method.invoke(target, arguments);
                    }
                    catch (InvocationTargetException ex) {
                        throw ex.getCause();
                    }
                })));
    }
}
