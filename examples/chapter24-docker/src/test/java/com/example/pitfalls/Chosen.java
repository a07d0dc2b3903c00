package com.example.pitfalls;

import java.lang.management.ManagementFactory;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.zaxxer.hikari.HikariConfig;
import org.springframework.boot.tomcat.autoconfigure.TomcatServerProperties;

/** Prints what the JVM and the application's pools choose in a container. */
public final class Chosen {

    private Chosen() {
    }

    private static String flag(String name) {
        return ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).getVMOption(name).getValue();
    }

    private static String collector() {
        return Stream.of("Serial", "Parallel", "G1", "Z", "Shenandoah").filter(name -> Boolean.parseBoolean(flag("Use" + name + "GC")))
                .findFirst().orElseThrow();
    }

    public static void main(String[] arguments) {
        HikariConfig pool = new HikariConfig();
        pool.setJdbcUrl("jdbc:h2:mem:chosen");
        pool.validate();
        System.out.println("chosen\t" + Runtime.getRuntime().availableProcessors()
                + "\t" + Long.parseLong(flag("MaxHeapSize")) / (1 << 20)
                + "\t" + collector()
                + "\t" + flag("CICompilerCount")
                + "\t" + ForkJoinPool.getCommonPoolParallelism()
                + "\t" + new TomcatServerProperties().getThreads().getMax()
                + "\t" + pool.getMaximumPoolSize());
    }
}
