package com.example.bookstore;

import java.util.List;
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

    /** Options of {@code docker run} with which a store of {@code bookstore:1} or an image on it starts sooner. */
    public static List<String> quick() {
        return started.quick.join().options();
    }

    /** As {@link #quick()}, in the words of a compose file: a part of the service {@code bookstore}. */
    public static String quickService() {
        return started.quick.join().service();
    }

    /** The five ways to write the store's image, built before anything is changed: {@code variant:0} to {@code variant:4}. */
    static void variants() {
        // The store that writes the cache is over, too: whoever asks wants nothing to run beside.
        CompletableFuture.allOf(started.variants, started.quick).join();
    }

    private static final class Started implements AutoCloseable {

        private final DockerEngine docker = DockerEngine.start();
        private final ProgramFolder cache = ProgramFolder.create("quick-");
        private final CompletableFuture<Void> jdk;
        private final CompletableFuture<Void> variants;
        private final CompletableFuture<QuickStart> quick;

        Started() {
            try (ProgramFolder context = Store.context()) {
                Store.jre(docker);
                Store.build(docker, context, "docker/naive.Dockerfile", "bookstore:naive");
                Store.build(docker, context, "Dockerfile", "bookstore:1");
                quick = CompletableFuture.supplyAsync(() -> QuickStart.train(docker, cache.path()),
                        Thread::startVirtualThread);
                // The only base image that not every test needs: the others begin without it.
                jdk = CompletableFuture.runAsync(() -> docker.baseImages().java("eclipse-temurin:25-jdk"),
                        Thread::startVirtualThread);
                // Not timed: the class that changes them runs alone, and finds them here.
                variants = jdk.thenRunAsync(this::buildVariants, Thread::startVirtualThread);
                started = this;
            }
            catch (RuntimeException | Error ex) {
                docker.close();
                cache.close();
                throw ex;
            }
        }

        private void buildVariants() {
            try (ProgramFolder context = Store.context()) {
                int number = 0;
                for (String file : RebuildTests.VARIANTS.values()) {
                    Store.build(docker, context, file, "variant:" + number++);
                }
            }
        }

        void jdk() {
            jdk.join();
        }

        @Override
        public void close() {
            CompletableFuture.allOf(variants, quick).handle((done, failed) -> done).join();
            docker.close();
            cache.close();
        }
    }
}
