package com.example.bookstore;

import java.sql.SQLException;
import java.util.UUID;

import org.h2.tools.Server;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/**
 * A database server, H2, in the process that grades: it goes on when the process that places orders is killed, and
 * nothing need be installed for it.
 */
final class OrderDatabase implements AutoCloseable {

    private final Server server;
    private final SingleConnectionDataSource database;
    private final String name = "orders-" + UUID.randomUUID();

    OrderDatabase(String script) {
        try {
            server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
        }
        catch (SQLException ex) {
            throw new IllegalStateException("H2 的服务器没有启动", ex);
        }
        database = new SingleConnectionDataSource(url(), true);
        new ResourceDatabasePopulator(new ClassPathResource(script)).execute(database);
    }

    /** The address, for other processes too. */
    String url() {
        return "jdbc:h2:tcp://localhost:%d/mem:%s".formatted(server.getPort(), name);
    }

    JdbcTemplate jdbc() {
        return new JdbcTemplate(database);
    }

    /** Lets the last connection go, and with it the database. */
    @Override
    public void close() {
        database.destroy();
        server.stop();
    }
}
