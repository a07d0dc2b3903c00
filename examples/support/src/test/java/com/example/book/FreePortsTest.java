package com.example.book;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FreePortsTest {

    @TempDir
    private Path folder;

    @Test
    void aPortIsNotChosenTwiceInARow() {
        assertThat(IntStream.range(0, 50).map(i -> RunningProgram.freePort()).distinct()).hasSize(50);
    }

    @Test
    void twoThatHoldPortsAtOnceHaveDifferentOnes() throws IOException {
        FreePorts one = FreePorts.reserve(folder);
        FreePorts other = FreePorts.reserve(folder);
        try {
            // More than one has: it begins again, and still takes none of the other's.
            assertThat(IntStream.range(0, 150).map(i -> one.choose()).boxed())
                    .doesNotContainAnyElementsOf(IntStream.range(0, 150).map(i -> other.choose()).boxed().toList());
        }
        finally {
            one.release();
            other.release();
        }
    }

    @Test
    void whatIsGivenBackCanBeHadAgain() throws IOException {
        FreePorts one = FreePorts.reserve(folder);
        int first = one.choose();
        one.release();
        FreePorts again = FreePorts.reserve(folder);
        assertThat(again.choose()).isEqualTo(first);
        again.release();
    }

    @Test
    void aPortThatSomethingListensOnIsLeftOut() throws IOException {
        FreePorts ports = FreePorts.reserve(folder);
        int first = ports.choose();
        try (ServerSocket taken = new ServerSocket(first + 1)) {
            assertThat(taken.getLocalPort()).isEqualTo(first + 1);
            assertThat(ports.choose()).isEqualTo(first + 2);
        }
        finally {
            ports.release();
        }
    }
}
