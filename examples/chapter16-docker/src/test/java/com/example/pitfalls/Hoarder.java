package com.example.pitfalls;

import java.util.ArrayList;
import java.util.List;

// region hoarder
/** 把一切都留着的报表：每次再要 1 MiB，不放手。 */
final class Hoarder {

    public static void main(String[] arguments) {
        List<byte[]> pages = new ArrayList<>();
        while (true) {
            pages.add(new byte[1 << 20]);
        }
    }
}
// endregion hoarder
