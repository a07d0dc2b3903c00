package com.example.book.parts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import com.example.book.RunningProgram;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("部件：端口被抢走就换一个，迟迟不就绪就报错")
class ServerPartTest {

    /** Loses its port to somebody else a number of times. */
    private static final class Unlucky extends ServerPart {

        private final List<ServerSocket> others = new ArrayList<>();
        private final List<Integer> tried = new ArrayList<>();
        private final int losses;

        Unlucky(int losses) {
            super("倒霉的", 1, Duration.ofSeconds(1));
            this.losses = losses;
        }

        @Override
        RunningProgram launch() {
            tried.add(port());
            boolean lost = tried.size() <= losses;
            if (lost) {
                try {
                    others.add(new ServerSocket(port()));
                }
                catch (IOException ex) {
                    throw new UncheckedIOException(ex);
                }
            }
            return RunningProgram.start(List.of("sh", "-c", lost ? "echo taken; exit 1" : "echo serving; exec sleep 60"),
                    folder().path(), Map.of());
        }

        @Override
        boolean isReady() {
            return output().contains("serving");
        }

        @Override
        public synchronized void close() {
            super.close();
            try {
                for (ServerSocket other : others) {
                    other.close();
                }
            }
            catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
        }
    }

    @Test
    @DisplayName("端口在启动前被别的程序占了：换端口再启动")
    void takesAnotherPort() {
        try (Unlucky part = new Unlucky(2)) {
            part.begin();
            assertThat(part.tried).hasSize(3).doesNotHaveDuplicates().endsWith(part.port());
        }
    }

    @Test
    @DisplayName("一直被占：三次之后报错")
    void givesUp() {
        try (Unlucky part = new Unlucky(9)) {
            assertThatIllegalStateException().isThrownBy(part::begin)
                    .withMessageContaining("倒霉的 还没有就绪就结束了").withMessageContaining("taken");
            assertThat(part.tried).hasSize(3);
        }
    }

    @Test
    @DisplayName("到时间还没有就绪：报错，并且进程已经结束")
    void notReadyInTime() {
        try (ServerPart part = new ServerPart("慢的", 1, Duration.ofMillis(300)) {

            @Override
            RunningProgram launch() {
                return RunningProgram.start(List.of("sleep", "60"), folder().path(), Map.of());
            }

            @Override
            boolean isReady() {
                return false;
            }
        }) {
            assertThatIllegalStateException().isThrownBy(part::begin).withMessageContaining("慢的 没有在 0 秒内就绪");
            assertThat(ProcessHandle.of(part.pid()).filter(ProcessHandle::isAlive)).isEmpty();
        }
    }
}
