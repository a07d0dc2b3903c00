package com.example.bookstore;

import com.example.book.RequiresService;
import com.example.book.Service;
import com.example.testing.Postgres;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/** No Spring context: the class needs a {@code DataSource} only. */
@RequiresService(Service.POSTGRESQL)
class JdbcShelfTests extends ShelfContract {

    private static DriverManagerDataSource database;

    @Override
    Shelf shelf() {
        if (database == null) {
            database = new DriverManagerDataSource(Postgres.newSchema());
            new ResourceDatabasePopulator(new ClassPathResource("schema.sql")).execute(database);
        }
        JdbcClient jdbc = JdbcClient.create(database);
        jdbc.sql("delete from sale").update();
        jdbc.sql("update book set stock = 5 where isbn = '978-1'").update();
        return new JdbcShelf(jdbc);
    }
}
