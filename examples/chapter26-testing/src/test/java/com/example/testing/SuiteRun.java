package com.example.testing;

import java.io.IOException;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;

/** Runs test classes in a JVM of its own and prints what came out: Testcontainers looks for its engine once a JVM. */
public final class SuiteRun {

    private SuiteRun() {
    }

    public static void main(String[] names) throws ClassNotFoundException {
        if (Boolean.getBoolean("no-other-engine")) {
            Thread.currentThread().setContextClassLoader(new OnlyTheNamedEngine());
        }
        Class<?>[] classes = new Class<?>[names.length];
        for (int i = 0; i < names.length; i++) {
            classes[i] = Class.forName(names[i]);
        }
        Suites.Outcome outcome = Suites.run(classes);
        System.out.println("通过 " + outcome.passed() + "，失败 " + outcome.failures().size());
        if (!outcome.failures().isEmpty()) {
            Throwable root = outcome.failure();
            while (root.getCause() != null) {
                root = root.getCause();
            }
            System.out.println("原因 " + root);
        }
        System.exit(0); // The servers of the cached contexts would go on.
    }

    /** Hides the engines that Testcontainers would find without being told: only DOCKER_HOST is tried. */
    private static final class OnlyTheNamedEngine extends ClassLoader {

        OnlyTheNamedEngine() {
            super(SuiteRun.class.getClassLoader());
        }

        @Override
        public Enumeration<URL> getResources(String name) throws IOException {
            return name.equals("META-INF/services/org.testcontainers.dockerclient.DockerClientProviderStrategy")
                    ? Collections.emptyEnumeration() : super.getResources(name);
        }
    }
}
