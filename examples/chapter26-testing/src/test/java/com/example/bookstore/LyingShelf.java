package com.example.bookstore;

/** Says yes to everybody; only {@code ContractTests} runs its suite. */
class LyingShelf extends InMemoryShelf {

    @Override
    public boolean take(String isbn, int quantity) {
        return true;
    }

    static class Suite extends ShelfContract {

        @Override
        Shelf shelf() {
            return new LyingShelf().put("978-1", 5900, 5);
        }
    }
}
