package com.example.bookstore;

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
        private boolean hasJdk;

        Started() {
            try (ProgramFolder context = Store.context()) {
                Store.jre(docker);
                Store.build(docker, context, "docker/naive.Dockerfile", "bookstore:naive");
                Store.build(docker, context, "Dockerfile", "bookstore:1");
                started = this;
            }
            catch (RuntimeException | Error ex) {
                docker.close();
                throw ex;
            }
        }

        synchronized void jdk() {
            if (!hasJdk) {
                docker.baseImages().java("eclipse-temurin:25-jdk");
                hasJdk = true;
            }
        }

        @Override
        public void close() {
            docker.close();
        }
    }
}
