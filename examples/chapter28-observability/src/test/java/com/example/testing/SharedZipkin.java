package com.example.testing;

import com.example.book.parts.ZipkinServer;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** One Zipkin for all classes: started by the first test that asks for it, closed after the last. */
public final class SharedZipkin implements BeforeAllCallback {

    private ExtensionContext.Store store;

    @Override
    public void beforeAll(ExtensionContext context) {
        store = context.getRoot().getStore(ExtensionContext.Namespace.create(SharedZipkin.class));
    }

    public ZipkinServer server() {
        return store.computeIfAbsent(ZipkinServer.class, key -> ZipkinServer.start(), ZipkinServer.class);
    }
}
