package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Collectors;

import com.example.book.Compilation;
import com.example.book.ConsoleRun;
import com.example.book.Recording;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** Plants lies where a careless author would leave them, and shows that the book's own checks find them. */
@DisplayName("在书里埋下假话，看检查抓不抓得到")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class PlantedLiesTest {

    @TempDir
    Path copy;

    @Test
    @Order(1)
    @DisplayName("没有说谎：程序的输出与录制的一致")
    void theReceiptIsRecorded() {
        Recording.check("receipt.txt", ConsoleRun.java(Receipt.class).output());
    }

    // region output
    @Test
    @DisplayName("假话一：手改了录制的输出")
    void editedOutput() throws IOException {
        // 上一个测试证明了它与程序打印的相同
        String printed = Files.readString(Recording.module().resolve("output/receipt.txt"));
        Files.createDirectories(copy.resolve("output"));
        Path recorded = copy.resolve("output/receipt.txt");
        Files.writeString(recorded, printed.replaceFirst("合计 1.", "合计 11"));
        String verdict = verdict(() -> Recording.check("receipt.txt", printed));
        Recording.check("lie-output.txt", verdict);
    }
    // endregion output

    @Test
    @DisplayName("换成固定值的只有时间、端口、进程号这些：同一行里改一个别的数字，照样抓住")
    void onlyWhatDiffersOnEveryRunIsReplaced() throws IOException {
        String[] page = Files.readString(Recording.module().resolve("output/replaced.txt")).lines()
                .map(line -> line.replaceFirst("^(跑出来|录下来)  ", "")).toArray(String[]::new);
        String printed = page[0];
        String recorded = page[1];
        assertThat(printed).contains("卖出 3 本").isNotEqualTo(recorded);
        Files.createDirectories(copy.resolve("output"));
        Files.writeString(copy.resolve("output/log.txt"), recorded + "\n");
        as(copy, () -> Recording.check("log.txt", printed));
        // 行尾的空格、首尾的空行不比；行首的空格照样比
        as(copy, () -> Recording.check("log.txt", "\n" + printed + "  \n\n"));
        assertThat(verdict(() -> Recording.check("log.txt", " " + printed))).contains("与这次运行不一致");
        assertThat(verdict(() -> Recording.check("log.txt", printed.replace("卖出 3 本", "卖出 4 本"))))
                .contains("\"" + recorded, "\"" + recorded.replace("卖出 3 本", "卖出 4 本"));
    }

    @Test
    @DisplayName("假话二：页面引用的输出，没有运行录过它")
    void inventedOutput() {
        String verdict = verdict(() -> Recording.check("never-run.txt", "合计 108.00 元\n"));
        assertThat(verdict).contains("output/never-run.txt 与这次运行不一致");
    }

    @Test
    @DisplayName("假话三：书上的代码编译不过")
    void codeThatDoesNotCompile() {
        Recording.check("lie-code.txt", Compilation.errors("failures/OldGetter.java", Locale.CHINA));
    }

    @Test
    @DisplayName("同一段代码，英文系统上的编译器用英文说")
    void theCompilerSpeaksTheSystemsLanguage() {
        Recording.check("lie-code-en.txt", Compilation.errors("failures/OldGetter.java"));
    }

    @Test
    @DisplayName("补上 record 真正的方法名，同样的检查就放行")
    void theSameCodeMendedCompiles() {
        assertThat(Compilation.errors("failures/NewAccessor.java")).isEmpty();
    }

    @Test
    @DisplayName("假话四：练习的起点已经是答案")
    void exerciseThatGradesNothing() {
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        as(Recording.module().resolve("lies"), () -> LauncherFactory.create().execute(
                LauncherDiscoveryRequestBuilder.request()
                        .selectors(selectClass("com.example.book.ExercisesTest")).build(), listener));
        assertThat(listener.getSummary().getTestsSucceededCount()).as("答案本身没有错").isEqualTo(1);
        assertThat(listener.getSummary().getFailures()).singleElement().satisfies(failure ->
                Recording.check("lie-exercise.txt", failure.getTestIdentifier().getDisplayName() + "\n"
                        + withoutBlankLines(failure.getException().getMessage())));
    }

    /** What the check says of the copy. */
    private String verdict(org.assertj.core.api.ThrowableAssert.ThrowingCallable check) {
        Throwable[] thrown = new Throwable[1];
        as(copy, () -> thrown[0] = Assertions.catchThrowable(check));
        assertThat(thrown[0]).as("检查没有发现").isInstanceOf(AssertionError.class);
        return withoutBlankLines(thrown[0].getMessage().replace(copy.toString(), "examples/chapter00-preface")
                .replace(copy.getFileName().toString(), "chapter00-preface"));
    }

    private static String withoutBlankLines(String text) {
        return text.lines().filter(line -> !line.isBlank()).collect(Collectors.joining("\n"));
    }

    /** Lets the checks look at another folder than this module's, and never record there. */
    private static void as(Path module, Runnable action) {
        String realModule = System.getProperty("book.module");
        String realRecord = System.getProperty("book.record");
        System.setProperty("book.module", module.toString());
        System.setProperty("book.record", "false");
        try {
            action.run();
        }
        finally {
            System.setProperty("book.module", realModule);
            System.setProperty("book.record", realRecord);
        }
    }
}
