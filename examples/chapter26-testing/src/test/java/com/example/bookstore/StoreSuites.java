package com.example.bookstore;

import java.util.List;

/** The store's suites by name, for tests in other packages. */
public final class StoreSuites {

    public static final Class<?> SLICE = OrderSliceTests.class;
    public static final Class<?> ONE_CONTROLLER = TwoSlices.OneController.class;
    public static final Class<?> EVERY_CONTROLLER = TwoSlices.EveryController.class;
    public static final Class<?> SQL = JdbcShelfTests.class;
    public static final Class<?> FAKE = InMemoryShelfTests.class;
    public static final Class<?> LYING = LyingShelf.Suite.class;
    public static final Class<?> CARELESS = CarelessSlice.class;
    public static final Class<?> LOOSE = LooseSlice.class;

    /** The three levels, the last of them on two databases. */
    public static final List<Class<?>[]> ALL = List.of(
            new Class<?>[] {DiscountTests.class, OrderServiceTests.class}, new Class<?>[] {SLICE},
            new Class<?>[] {WholeStoreOnH2Tests.class}, new Class<?>[] {WholeStoreOnPostgresTests.class});

    public static final Class<?>[] IN_CONTAINER = {InContainer.WholeStoreInContainer.class,
        InContainer.SameInContainer.class, InContainer.SpiedInContainer.class};

    private StoreSuites() {
    }
}
