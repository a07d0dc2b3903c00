package com.example.bookstore.catalog;

import com.example.bookstore.support.OnMariaDb;

@OnMariaDb
class BookRepositoryOnMariaDbTest extends BookRepositoryContract {
}
