package com.example.bookstore;

/** The store's suites by name, for tests in other packages. */
public final class StoreSuites {

    public static final Class<?> PLAIN = DiscountTests.class;
    public static final Class<?> SLICE = OrderSliceTests.class;
    public static final Class<?> SQL = JdbcShelfTests.class;
    public static final Class<?> FAKE = InMemoryShelfTests.class;
    public static final Class<?> LYING = LyingShelf.Suite.class;
    public static final Class<?> CARELESS = CarelessSlice.class;
    public static final Class<?>[] ALL = {PLAIN, SLICE, WholeStoreOnH2Tests.class, WholeStoreOnPostgresTests.class};

    public static final Class<?>[] IN_CONTAINER = {InContainer.WholeStoreInContainer.class,
        InContainer.SameInContainer.class, InContainer.SpiedInContainer.class};

    private StoreSuites() {
    }
}
