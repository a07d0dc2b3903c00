package com.example.bookstore.catalog;

import com.example.bookstore.support.OnPostgreSql;

@OnPostgreSql
class BookRepositoryOnPostgreSqlTest extends BookRepositoryContract {
}
