package com.example.bookstore.catalog;

import com.example.bookstore.support.OnH2;

@OnH2
class BookRepositoryOnH2Test extends BookRepositoryContract {
}
