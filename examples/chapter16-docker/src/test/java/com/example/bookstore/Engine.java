package com.example.bookstore;

import java.util.concurrent.CompletableFuture;

import com.example.book.ProgramFolder;
import com.example.book.parts.DockerEngine;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The one Docker engine of this module's tests, with the base image and the store's two images. It starts
 * before the first class that asks for it and ends after the last test. Safe to use from several threads.
 */
public final class Engine implements BeforeAllCallback {

    private static volatile Started started;

    @Override
    public void beforeAll(ExtensionContext context) {
        context.getRoot().getStore(ExtensionContext.Namespace.create(Engine.class))
                .computeIfAbsent(Started.class, type -> new Started(), Started.class);
    }

    /** For tests that stand below this extension. */
    public static DockerEngine docker() {
        return started.docker;
    }

    /** A JDK under its public name, beside the runtime that is there already. */
    static void jdk() {
        started.jdk();
    }

    private static final class Started implements AutoCloseable {

        private final DockerEngine docker = DockerEngine.start();
        private final CompletableFuture<Void> jdk;

        Started() {
            try (ProgramFolder context = Store.context()) {
                Store.jre(docker);
                Store.build(docker, context, "docker/naive.Dockerfile", "bookstore:naive");
                Store.build(docker, context, "Dockerfile", "bookstore:1");
                // The only base image that not every test needs: the others begin without it.
                jdk = CompletableFuture.runAsync(() -> docker.baseImages().java("eclipse-temurin:25-jdk"),
                        Thread::startVirtualThread);
                started = this;
            }
            catch (RuntimeException | Error ex) {
                docker.close();
                throw ex;
            }
        }

        void jdk() {
            jdk.join();
        }

        @Override
        public void close() {
            jdk.handle((built, failed) -> built).join();
            docker.close();
        }
    }
}
