package com.example.pitfalls;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Asks for more and more of one thing until there is an OutOfMemoryError, and goes on, as a server's thread does. */
final class Exhaust {

    private static final List<Object> KEPT = new ArrayList<>();

    private Exhaust() {
    }

    public static void main(String[] arguments) throws IOException {
        byte[] type;
        try (InputStream file = Exhaust.class.getResourceAsStream("Exhaust$Loader.class")) {
            type = file.readAllBytes();
        }
        try {
            while (true) {
                KEPT.add(more(arguments[0], type));
            }
        }
        catch (OutOfMemoryError ex) {
            System.out.println(ex);
        }
        KEPT.clear();
        System.out.println("still here");
        System.exit(0);
    }

    private static Object more(String kind, byte[] type) {
        return switch (kind) {
            case "heap" -> new byte[1 << 20];
            case "array" -> new byte[Integer.MAX_VALUE];
            case "metaspace" -> new Loader().define(type);
            case "direct" -> ByteBuffer.allocateDirect(1 << 20);
            case "threads" -> Thread.ofPlatform().daemon().start(LockSupport::park);
            default -> throw new IllegalArgumentException(kind);
        };
    }

    /** The same class again and again, each time another one for the JVM. */
    private static final class Loader extends ClassLoader {

        Loader() {
            super(null);
        }

        Class<?> define(byte[] type) {
            return defineClass(null, type, 0, type.length);
        }
    }
}
