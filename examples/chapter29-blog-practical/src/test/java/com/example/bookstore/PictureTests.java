package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32;

import javax.imageio.ImageIO;

import com.example.book.ProgramFolder;
import com.example.book.Recording;
import com.example.book.parts.BootProcess;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

@DisplayName("图片：收什么，名字从哪里来")
class PictureTests extends Support {

    private static final Pattern LINK = Pattern.compile("/pictures/[0-9a-f]{64}\\.(png|jpg)");

    @Autowired
    BlogProperties properties;

    @Autowired
    com.example.pitfalls.LateAdvice advice;

    static byte[] image(String format, int width, int height) {
        try {
            ByteArrayOutputStream output = new ByteArrayOutputStream();
            ImageIO.write(new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB), format, output);
            return output.toByteArray();
        }
        catch (IOException ex) {
            throw new java.io.UncheckedIOException(ex);
        }
    }

    private String notice(Visitor visitor, String filename, byte[] content) {
        visitor.upload("/desk/pictures", filename, content);
        String page = visitor.get("/desk").body();
        return page.substring(page.indexOf("role=\"status\"")).replaceAll("(?s)^.*?<span>(.*?)</span>.*$", "$1");
    }

    private String uploaded(Visitor visitor, String filename, byte[] content) {
        assertThat(visitor.upload("/desk/pictures", filename, content).statusCode()).isEqualTo(302);
        Matcher link = LINK.matcher(visitor.get("/desk").body());
        assertThat(link.find()).isTrue();
        return link.group();
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(properties.pictures())) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    @Test
    void uploadedAndServed() {
        String link = uploaded(login("lin"), "cover.png", image("png", 40, 30));
        HttpResponse<String> response = visitor().get(link);
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).contains("image/png");
        assertThat(response.headers().firstValue("Cache-Control")).contains("max-age=31536000, public, immutable");
    }

    /** Another program may read it, such as a web server in front or the backup: as any file this process makes. */
    @Test
    void storedLikeAnyOtherFile() throws IOException {
        String link = uploaded(login("lin"), "a.png", image("png", 44, 30));
        Path stored = properties.pictures().resolve(link.substring("/pictures/".length()));
        Path other = Files.createFile(properties.pictures().resolveSibling("other-" + stored.getFileName()));
        try {
            assertThat(Files.getPosixFilePermissions(stored)).isEqualTo(Files.getPosixFilePermissions(other));
        }
        finally {
            Files.delete(other);
        }
    }

    @Test
    void jpegToo() {
        assertThat(uploaded(login("lin"), "cover.jpg", image("jpg", 40, 30))).endsWith(".jpg");
    }

    @Test
    void theSameTwiceIsOneFile() throws IOException {
        Visitor lin = login("lin");
        String first = uploaded(lin, "a.png", image("png", 41, 30));
        assertThat(uploaded(lin, "b.png", image("png", 41, 30))).isEqualTo(first);
        assertThat(blog.jdbc().sql("select count(*) from picture").query(Integer.class).single()).isOne();
        assertThat(files()).noneMatch(name -> name.endsWith(".part"));
    }

    @Test
    void theBrowsersNameIsNotUsed() throws IOException {
        Visitor lin = login("lin");
        String naive = lin.upload("/naive/pictures", "../evil.html", "<script>".getBytes(StandardCharsets.UTF_8)).body();
        String link = uploaded(lin, "../../evil.html", image("png", 42, 30));
        Recording.check("traversal.txt", """
                用浏览器给的名字：写到了图片目录的 %s
                本章的写法：      写到了 %s""".formatted(naive, link.replaceAll("[0-9a-f]{64}", "内容的 SHA-256")));
        assertThat(naive).isEqualTo("../evil.html");
        assertThat(files()).allMatch(name -> name.matches("[0-9a-f]{64}\\.(png|jpg)"));
    }

    @Test
    void otherNamesAreNotLookedFor() throws IOException {
        List<String> others = List.of("a.png", "A".repeat(64) + ".png", "0".repeat(64) + ".svg", "0".repeat(63) + ".png");
        String allowed = "0".repeat(64) + ".png";
        try {
            for (String name : others) {
                Files.write(properties.pictures().resolve(name), image("png", 4, 4));
                assertThat(visitor().get("/pictures/" + name).statusCode()).as(name).isEqualTo(404);
            }
            assertThat(visitor().get("/pictures/" + allowed).statusCode()).isEqualTo(404);
            Files.write(properties.pictures().resolve(allowed), image("png", 4, 4));
            assertThat(visitor().get("/pictures/" + allowed).statusCode()).isEqualTo(200);
        }
        finally {
            for (String name : others) {
                Files.deleteIfExists(properties.pictures().resolve(name));
            }
            Files.deleteIfExists(properties.pictures().resolve(allowed));
        }
        for (String path : List.of("..%2f..%2fpom.xml", "%2e%2e", "..;/x.png")) {
            assertThat(visitor().get("/pictures/" + path).statusCode()).as(path).isIn(400, 404);
        }
    }

    @Test
    void whatIsRefused() {
        Visitor lin = login("lin");
        String lines = String.join("\n",
                "文本改名为 png      " + notice(lin, "a.png", "<svg onload=alert(1)>".getBytes(StandardCharsets.UTF_8)),
                "GIF               " + notice(lin, "a.gif", image("gif", 4, 4)),
                "截断的 PNG         " + notice(lin, "a.png", java.util.Arrays.copyOf(image("png", 400, 400), 60)),
                "声称 60000×60000   " + notice(lin, "a.png", claiming(60_000, 60_000)));
        Recording.check("refused-pictures.txt", lines);
        assertThat(blog.jdbc().sql("select count(*) from picture").query(Integer.class).single()).isZero();
    }

    /** The decoder and the encoder hold whole lines, each of them several. */
    @Test
    void aLineMayBe20000PixelsLong() {
        Visitor lin = login("lin");
        String longest = uploaded(lin, "a.png", image("png", 20_000, 1));
        assertThat(uploaded(lin, "a.png", image("png", 1, 20_000))).isNotEqualTo(longest);
        for (byte[] tooLong : List.of(claiming(20_001, 1), claiming(1, 20_001), claiming(4001, 3000))) {
            assertThat(notice(lin, "a.png", tooLong)).isEqualTo("最多 1200 万像素，每边最多 2 万。");
        }
    }

    /** A PNG whose head says it is large: nothing of the kind is decoded. */
    private static byte[] claiming(int width, int height) {
        byte[] png = image("png", 4, 4);
        ByteBuffer buffer = ByteBuffer.wrap(png);
        buffer.putInt(16, width).putInt(20, height);
        CRC32 checksum = new CRC32();
        checksum.update(png, 12, 17);
        buffer.putInt(29, (int) checksum.getValue());
        return png;
    }

    @Test
    void whatIsHiddenBehindThePictureIsGone() throws IOException {
        byte[] hidden = "<script>alert(1)</script>".getBytes(StandardCharsets.UTF_8);
        byte[] png = image("png", 43, 30);
        byte[] both = ByteBuffer.allocate(png.length + hidden.length)
                .put(png).put(hidden).array();
        String link = uploaded(login("lin"), "a.png", both);
        Path stored = properties.pictures().resolve(link.substring("/pictures/".length()));
        assertThat(Files.readString(stored, StandardCharsets.ISO_8859_1))
                .doesNotContain("script");
    }

    /** As much heap as the image has; the blog ends when it runs out. */
    @Test
    void manyLargeOnesAtOnceDoNotRunTheHeapOut() throws Exception {
        byte[] large = image("jpg", 4000, 3000);
        byte[] line = image("png", 12_000_000, 1); // 35 KB, and as many pixels as are allowed
        String database = BlogDatabase.create();
        try (ProgramFolder folder = ProgramFolder.create("large-");
                BootProcess process = BootProcess.of(BookstoreApplication.class)
                        .jvmOptions("-Xmx300m", "-XX:+ExitOnOutOfMemoryError")
                        .arguments(BlogDatabase.properties(database).stream().map(property -> "--" + property).toArray(String[]::new))
                        .arguments("--blog.pictures=" + folder.path(), "--blog.first-editor.username=owner",
                                "--blog.first-editor.password=" + Fixture.PASSWORD).start();
                ExecutorService threads = Executors.newFixedThreadPool(8)) {
            Visitor owner = new Visitor(process.port()).login("owner");
            assertThat(owner.upload("/desk/pictures", "a.png", line).statusCode()).isEqualTo(302);
            List<Future<Integer>> uploads = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                uploads.add(threads.submit(() -> owner.upload("/desk/pictures", "a.jpg", large).statusCode()));
            }
            for (Future<Integer> upload : uploads) {
                assertThat(upload.get()).isEqualTo(302);
            }
        }
        finally {
            BlogDatabase.drop(database);
        }
    }

    @Test
    void tooLargeIsSaidSo() {
        int before = advice.called.get();
        HttpResponse<String> response = login("lin").upload("/desk/pictures", "a.png", new byte[2_200_000]);
        String said = response.body().lines().filter(line -> line.contains("MB")).findFirst().orElseThrow();
        Recording.check("too-large.txt", """
                状态：%d
                页面：%s
                MaxUploadSizeExceededException 的 @ExceptionHandler 执行了：%d 次""".formatted(response.statusCode(),
                said.replaceAll("<[^>]+>", "").strip(), advice.called.get() - before));
        assertThat(response.statusCode()).isEqualTo(413);
        assertThat(advice.called.get()).isEqualTo(before);
        // Far too large as well, as photographs are: a connection that Tomcat cuts off has no page.
        HttpResponse<String> photograph = login("lin").upload("/desk/pictures", "a.jpg", new byte[10_000_000]);
        assertThat(photograph.statusCode()).isEqualTo(413);
        assertThat(photograph.body()).isEqualTo(response.body());
    }

    /** A long post fits Tomcat's limit for a form only up to 2 MB; beyond, it gets the same page as a picture. */
    @Test
    void aPostThatIsTooLargeGetsThePageToo() {
        Visitor lin = login("lin");
        HttpResponse<String> longer = lin.post("/desk/posts", "title", "a", "body", "字".repeat(50_001));
        assertThat(longer.statusCode()).isEqualTo(422);
        assertThat(longer.body()).contains("正文最多 50000 个字");
        HttpResponse<String> tooLarge = lin.post("/desk/posts", "title", "a", "body", "x".repeat(2_200_000));
        assertThat(tooLarge.statusCode()).isEqualTo(413);
        assertThat(tooLarge.body()).contains("文章最多 50000 个字")
                .isEqualTo(lin.upload("/desk/pictures", "a.png", new byte[2_200_000]).body());
    }

    @Test
    void readersCannotUpload() {
        Visitor reader = visitor();
        reader.get("/login");
        assertThat(reader.upload("/desk/pictures", "a.png", image("png", 4, 4)).headers().firstValue("Location"))
                .hasValueSatisfying(to -> assertThat(to).endsWith("/login"));
    }
}
