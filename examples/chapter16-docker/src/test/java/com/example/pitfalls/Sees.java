package com.example.pitfalls;

import java.lang.management.ManagementFactory;
import java.util.concurrent.ForkJoinPool;

import com.sun.management.HotSpotDiagnosticMXBean;

/** Prints what a JVM sees of its container. */
final class Sees {

    private Sees() {
    }

    public static void main(String[] arguments) {
        long heap = Long.parseLong(ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .getVMOption("MaxHeapSize").getValue());
        String collector = ManagementFactory.getGarbageCollectorMXBeans().getFirst().getName();
        System.out.println(heap / (1 << 20) + "\t" + Runtime.getRuntime().availableProcessors() + "\t"
                + (collector.startsWith("G1") ? "G1" : "Serial") + "\t" + ForkJoinPool.getCommonPoolParallelism());
    }
}
