package com.example.bookstore;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;

import javax.sql.DataSource;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.stereotype.Component;

/** Counts the statements that go to the database. */
@Component
public class QueryCounter implements BeanPostProcessor {

    private final AtomicLong count = new AtomicLong();

    public long count() {
        return count.get();
    }

    // region count
    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (!(bean instanceof DataSource source)) {
            return bean;
        }
        return new DelegatingDataSource(source) {

            @Override
            public Connection getConnection() throws SQLException {
                return counting(super.getConnection());
            }
        };
    }

    private Connection counting(Connection connection) {
        return (Connection) Proxy.newProxyInstance(getClass().getClassLoader(),
                new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("prepareStatement")) {
                        count.incrementAndGet();
                    }
                    try {
                        return method.invoke(connection, arguments);
                    }
                    catch (InvocationTargetException ex) {
                        throw ex.getCause();
                    }
                });
    }
    // endregion count
}
