package com.example.bookstore;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import javax.imageio.ImageIO;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.resttestclient.autoconfigure.AutoConfigureRestTestClient;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.http.MediaType;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.web.servlet.client.RestTestClient;
import org.springframework.util.LinkedMultiValueMap;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = "spring.servlet.multipart.max-file-size=10KB")
@AutoConfigureRestTestClient
@DisplayName("安全的上传")
class CoverUploadTest {

    private static final byte[] PNG = picture("png", 0x336699);

    @TempDir
    static Path root;

    @Autowired
    RestTestClient client;

    @DynamicPropertySource
    static void folder(DynamicPropertyRegistry registry) {
        registry.add("covers.folder", () -> root.resolve("a/b/covers").toString());
    }

    /** 真的图片：解码再重新编码的写法也要能收下它。 */
    private static byte[] picture(String format, int color) {
        BufferedImage image = new BufferedImage(3, 2, BufferedImage.TYPE_INT_RGB);
        image.setRGB(2, 1, color);
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        try {
            ImageIO.write(image, format, content);
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        return content.toByteArray();
    }

    private RestTestClient.ResponseSpec upload(String filename, byte[] content) {
        LinkedMultiValueMap<String, Object> form = new LinkedMultiValueMap<>();
        form.add("file", new ByteArrayResource(content) {

            @Override
            public String getFilename() {
                return filename;
            }
        });
        return client.post().uri("/covers").contentType(MediaType.MULTIPART_FORM_DATA)
                .body(form).exchange();
    }

    @Test
    @DisplayName("传上去，按 Location 取回来，文件名是原来的中文名")
    void roundTrip() throws IOException {
        String location = upload("封面 第 1+1 版.png", PNG).expectStatus().isCreated()
                .returnResult(String.class).getResponseHeaders().getLocation().getPath();
        var response = client.get().uri(location).exchange().expectStatus().isOk()
                .expectHeader().contentType(MediaType.IMAGE_PNG)
                .expectHeader().valueEquals("X-Content-Type-Options", "nosniff")
                .expectBody().returnResult();
        BufferedImage image = ImageIO.read(
                new ByteArrayInputStream(response.getResponseBodyContent()));
        assertThat(image).as("取回来的是一张图").isNotNull();
        assertThat(image.getWidth() + "×" + image.getHeight()).isEqualTo("3×2");
        assertThat(image.getRGB(2, 1)).isEqualTo(0xff336699);
        assertThat(response.getResponseHeaders().getContentDisposition().getFilename())
                .isEqualTo("封面 第 1+1 版.png");
    }

    @Test
    @DisplayName("文件名里的 ../ 走不出目录")
    void traversal() throws Exception {
        upload("../../stolen.png", PNG).expectStatus().isCreated();
        try (Stream<Path> files = Files.walk(root)) {
            assertThat(files.filter(Files::isRegularFile)
                    .filter(file -> !file.startsWith(root.resolve("a/b/covers")))).isEmpty();
        }
    }

    @Test
    @DisplayName("两个人传同名文件，谁也不覆盖谁：各自取回自己的那一张")
    void sameName() throws IOException {
        String first = upload("cover.png", PNG).expectStatus().isCreated()
                .returnResult(String.class).getResponseHeaders().getLocation().getPath();
        String second = upload("cover.png", picture("png", 0x993366)).expectStatus().isCreated()
                .returnResult(String.class).getResponseHeaders().getLocation().getPath();
        assertThat(first).isNotEqualTo(second);
        assertThat(color(first)).isEqualTo(0xff336699);
        assertThat(color(second)).isEqualTo(0xff993366);
    }

    private int color(String location) throws IOException {
        byte[] content = client.get().uri(location).exchange().expectStatus().isOk()
                .expectBody().returnResult().getResponseBodyContent();
        return ImageIO.read(new ByteArrayInputStream(content)).getRGB(2, 1);
    }

    @Test
    @DisplayName("改了扩展名的网页不是图片：415")
    void notAnImage() {
        upload("cover.png", "<script>alert(1)</script>".getBytes(StandardCharsets.UTF_8))
                .expectStatus().isEqualTo(415);
    }

    @Test
    @DisplayName("改了扩展名的 GIF，只有三个字节的文件，也不是 PNG：415")
    void notPng() {
        upload("cover.png", picture("gif", 0x336699)).expectStatus().isEqualTo(415);
        upload("cover.png", new byte[] {(byte) 0x89, 'P', 'N'}).expectStatus().isEqualTo(415);
        byte[] onlyFour = new byte[20];
        System.arraycopy(PNG, 0, onlyFour, 0, 4);
        upload("cover.png", onlyFour).expectStatus().isEqualTo(415);
    }

    @Test
    @DisplayName("十六个人同时传，一共两百次，编号各不相同")
    void atOnce() throws Exception {
        Set<String> locations = ConcurrentHashMap.newKeySet();
        List<Callable<Boolean>> uploads = Collections.nCopies(200, () -> locations.add(
                upload("cover.png", PNG).returnResult(String.class).getResponseHeaders()
                        .getLocation().getPath()));
        try (ExecutorService threads = Executors.newFixedThreadPool(16)) {
            for (Future<Boolean> added : threads.invokeAll(uploads)) {
                assertThat(added.get()).as("没有用过的编号").isTrue();
            }
        }
    }

    @Test
    @DisplayName("超过 10 KB：413，响应体是 problem+json")
    void tooLarge() {
        upload("big.png", new byte[20 * 1024]).expectStatus().isEqualTo(413)
                .expectHeader().contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .expectBody().jsonPath("$.status").isEqualTo(413);
    }

    @Test
    @DisplayName("没有的编号是 404，不管它长什么样")
    void notFound() {
        client.get().uri("/covers/404").exchange().expectStatus().isNotFound();
        client.get().uri("/covers/..").exchange().expectStatus().isNotFound();
        client.get().uri("/covers/no-such-cover").exchange().expectStatus().isNotFound();
    }
}
