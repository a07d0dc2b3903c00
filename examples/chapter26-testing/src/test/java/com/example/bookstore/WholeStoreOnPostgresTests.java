package com.example.bookstore;

import com.example.book.RequiresService;
import com.example.book.Service;
import com.example.testing.Postgres;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

// region postgres
@RequiresService(Service.POSTGRESQL)
class WholeStoreOnPostgresTests extends WholeStore {

    @DynamicPropertySource
    static void database(DynamicPropertyRegistry properties) {
        String url = Postgres.newSchema(); // 新建一个空的 schema，返回它的地址
        properties.add("spring.datasource.url", () -> url);
    }
}
// endregion postgres
