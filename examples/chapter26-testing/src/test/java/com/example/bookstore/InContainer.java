package com.example.bookstore;

import org.springframework.context.annotation.Import;
import org.springframework.test.context.bean.override.mockito.MockitoSpyBean;

/** The whole store on a database in a container; run by {@code ContainerTests} only, which has an engine for it. */
public final class InContainer {

    private InContainer() {
    }

    // region container
    @Import(StoreContainers.class)
    static class WholeStoreInContainer extends WholeStore {
    }
    // endregion container

    @Import(StoreContainers.class)
    static class SameInContainer extends WholeStore {
    }

    @Import(StoreContainers.class)
    static class SpiedInContainer extends WholeStore {

        @MockitoSpyBean
        OrderService service;
    }
}
