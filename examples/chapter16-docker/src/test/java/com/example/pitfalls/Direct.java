package com.example.pitfalls;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Fills the memory beside the heap, and goes on. */
final class Direct {

    private Direct() {
    }

    public static void main(String[] arguments) {
        List<ByteBuffer> pages = new ArrayList<>();
        try {
            while (true) {
                pages.add(ByteBuffer.allocateDirect(1 << 20));
            }
        }
        catch (OutOfMemoryError ex) {
            System.out.println(ex);
        }
        System.out.println("still here after " + pages.size());
    }
}
