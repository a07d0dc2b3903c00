package com.example.book;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "要启动 sh 与 sleep")
class RunningProgramTest {

    @TempDir
    Path folder;

    private RunningProgram shell(String script) {
        return RunningProgram.start(List.of("sh", "-c", script), folder, Map.of("GREETING", "你好"));
    }

    private ConsoleRun run(String script, String untilLine) {
        return ConsoleRun.run(List.of("sh", "-c", script), folder, untilLine, Map.of());
    }

    @Test
    void whatItPrintsOnBothStreamsIsThereInOrder() {
        try (RunningProgram program = shell("echo one; echo two >&2; echo $GREETING; exit 3")) {
            assertThat(program.exitCode()).isEqualTo(3);
            assertThat(program.output()).isEqualTo("one\ntwo\n你好\n");
            assertThat(program.tail(2)).isEqualTo("two\n你好");
        }
    }

    @Test
    void closingEndsWhatItStartedToo() {
        RunningProgram program = shell("sleep 600 & echo $!; wait");
        program.await("\n");
        long child = Long.parseLong(program.output().strip());
        assertThat(ProcessHandle.of(child)).isPresent();
        program.close();
        assertThat(ProcessHandle.of(child).filter(ProcessHandle::isAlive)).isEmpty();
        assertThat(program.exitCode(Duration.ZERO)).isPresent();
    }

    @Test
    void aRunIsCutAfterTheLineThatWasWaitedFor() {
        ConsoleRun run = run("echo starting; echo ready to serve; echo more; exec sleep 600", "ready");
        assertThat(run.output()).isEqualTo("starting\nready to serve\n");
    }

    @Test
    void aRunThatEndsWithoutTheLineSaysWhatItPrinted() {
        assertThatIllegalStateException().isThrownBy(() -> run("echo failed", "ready"))
                .withMessageContaining("ready").withMessageContaining("failed");
    }

    @Test
    void aRunEndsWithItsExitCode() {
        assertThat(run("echo done; exit 7", null)).isEqualTo(new ConsoleRun("done\n", 7));
    }

    @Test
    void aPortIsTakenWhileSomethingListens() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
            assertThat(RunningProgram.isTaken(port)).isTrue();
        }
        assertThat(RunningProgram.isTaken(port)).isFalse();
    }

    @Test
    void aFolderIsDeletedWithWhatIsInIt() {
        ProgramFolder created = ProgramFolder.create("test-");
        created.folder("inner");
        created.write("inner/file.txt", "x");
        created.close();
        assertThat(created.path()).doesNotExist();
    }
}
