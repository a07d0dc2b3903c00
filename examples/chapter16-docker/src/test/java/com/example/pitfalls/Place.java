package com.example.pitfalls;

import java.nio.file.Path;
import java.time.ZoneId;

/** Prints the zone and the encodings of a container. */
final class Place {

    private Place() {
    }

    public static void main(String[] arguments) {
        System.out.println("时区 " + ZoneId.systemDefault());
        System.out.println("stdout.encoding " + System.getProperty("stdout.encoding"));
        System.out.println("sun.jnu.encoding " + System.getProperty("sun.jnu.encoding"));
        System.out.println(Path.of("/tmp", "书单.txt"));
    }
}
