package com.example.bookstore;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import javax.sql.DataSource;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Writes down each SQL statement that is prepared. */
@TestConfiguration(proxyBeanMethods = false)
public class Statements implements BeanPostProcessor {

    private final List<String> statements = Collections.synchronizedList(new ArrayList<>());

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        return bean instanceof DataSource source ? new Counted(source) : bean;
    }

    /** How many statements some code prepares. */
    public int countOf(Runnable code) {
        statements.clear();
        code.run();
        return statements.size();
    }

    private final class Counted extends DelegatingDataSource {

        Counted(DataSource target) {
            super(target);
        }

        @Override
        public Connection getConnection() throws java.sql.SQLException {
            Connection connection = super.getConnection();
            return (Connection) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {Connection.class},
                    (proxy, method, arguments) -> {
                        if (method.getName().equals("prepareStatement")) {
                            statements.add((String) arguments[0]);
                        }
                        try {
                            return method.invoke(connection, arguments);
                        }
                        catch (InvocationTargetException ex) {
                            throw ex.getTargetException();
                        }
                    });
        }
    }
}
