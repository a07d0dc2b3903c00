package com.example.bookstore;

class InMemoryShelfTests extends ShelfContract {

    @Override
    Shelf shelf() {
        return new InMemoryShelf().put("978-1", 5900, 5);
    }
}
