package com.example.pitfalls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Does what libraries with native code do: writes it to the temporary folder and loads it from there. */
public final class NativeLibrary {

    private NativeLibrary() {
    }

    public static void main(String[] arguments) throws IOException {
        Path library = Path.of(System.getProperty("java.io.tmpdir"), "libjsig.so");
        Files.copy(Path.of(System.getProperty("java.home"), "lib/libjsig.so"), library, StandardCopyOption.REPLACE_EXISTING);
        System.load(library.toString());
        System.out.println("加载成功");
    }
}
