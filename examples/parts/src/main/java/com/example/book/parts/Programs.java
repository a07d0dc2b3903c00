package com.example.book.parts;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

import com.example.book.Missing;

/** Programs of this machine. */
final class Programs {

    private Programs() {
    }

    /**
     * The path of a program.
     *
     * @param debian Debian's package that brings it
     * @throws org.opentest4j.TestAbortedException when it is not there, which skips the test
     */
    static String find(String name, String debian) {
        return onPath(name).orElseThrow(() -> Missing.part(
                "PATH 里没有 " + name + "（Debian 的 " + debian + "）：请安装它，或运行 npm run examples，它会装好"));
    }

    private static Optional<String> onPath(String name) {
        // Debian's servers are in folders that only root has on the PATH.
        String places = System.getenv().getOrDefault("PATH", "") + File.pathSeparator + "/usr/local/sbin"
                + File.pathSeparator + "/usr/sbin" + File.pathSeparator + "/sbin";
        return Stream.of(places.split(File.pathSeparator)).filter(place -> !place.isEmpty())
                .map(place -> Path.of(place, name)).filter(Files::isExecutable).map(Path::toString).findFirst();
    }
}
