package com.example.pitfalls;

import java.nio.file.spi.FileSystemProvider;
import java.text.NumberFormat;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

/** Prints what a runtime with too few modules does differently, without saying so. */
public final class Receipt {

    private Receipt() {
    }

    public static void main(String[] arguments) {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        new ProcessorMetrics().bindTo(registry);
        System.out.println(LocalDate.of(2026, 11, 25).format(DateTimeFormatter.ofPattern("MMM EEEE", Locale.CHINA))
                + "\t" + NumberFormat.getCurrencyInstance(Locale.CHINA).format(68)
                + "\t" + (registry.find("process.cpu.usage").gauge() == null ? "没有" : "有")
                + "\t" + (FileSystemProvider.installedProviders().stream().anyMatch(it -> it.getScheme().equals("jar")) ? "能" : "不能"));
    }
}
