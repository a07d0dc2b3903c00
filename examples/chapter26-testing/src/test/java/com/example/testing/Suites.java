package com.example.testing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs test classes inside a test, so that their failures are results to look at. */
public final class Suites {

    /** What came out. */
    public record Outcome(int passed, Map<String, Throwable> failures) {

        public boolean green() {
            return passed > 0 && failures.isEmpty();
        }

        /** The first failure. */
        public Throwable failure() {
            return failures.values().iterator().next();
        }
    }

    private Suites() {
    }

    public static Outcome run(Class<?>... classes) {
        return run(Map.of(), classes);
    }

    /** Runs the classes with these parameters of JUnit's configuration. */
    public static Outcome run(Map<String, String> parameters, Class<?>... classes) {
        Launcher launcher = LauncherFactory.create(LauncherConfig.builder()
                .enableTestExecutionListenerAutoRegistration(false)
                .enableLauncherSessionListenerAutoRegistration(false).build());
        List<String> passed = new ArrayList<>();
        Map<String, Throwable> failures = new LinkedHashMap<>();
        launcher.execute(LauncherDiscoveryRequestBuilder.request()
                .selectors(Arrays.stream(classes).map(DiscoverySelectors::selectClass).toList())
                .configurationParameters(parameters).build(), new TestExecutionListener() {

                    @Override
                    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                        Optional<Throwable> failure = result.getThrowable();
                        if (failure.isPresent()) {
                            failures.put(test.getDisplayName(), failure.get());
                        }
                        else if (test.isTest()) {
                            passed.add(test.getDisplayName());
                        }
                    }
                });
        return new Outcome(passed.size(), failures);
    }
}
