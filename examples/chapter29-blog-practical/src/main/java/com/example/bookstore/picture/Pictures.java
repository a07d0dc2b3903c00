package com.example.bookstore.picture;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;

import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;

import com.example.bookstore.BlogProperties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;

/** Pictures in a folder. Their names are made of what is in them, never of what the browser sent. */
@Service
public class Pictures {

    private static final Logger log = LoggerFactory.getLogger(Pictures.class);

    private static final long PIXELS = 12_000_000;

    /** Decoder and encoder keep several lines: with all pixels in one, 35 KB of PNG ran the heap out. */
    private static final int SIDE = 20_000;

    private static final Set<String> FORMATS = Set.of("png", "jpeg");
    private static final Pattern NAME = Pattern.compile("[0-9a-f]{64}\\.(png|jpg)");

    private final JdbcClient jdbc;
    private final Clock clock;
    private final Path folder;

    Pictures(JdbcClient jdbc, Clock clock, BlogProperties blog) throws IOException {
        this.jdbc = jdbc;
        this.clock = clock;
        this.folder = Files.createDirectories(blog.pictures().toAbsolutePath());
    }

    /** 文件名由内容算出来：浏览器给的名字没有用到，也就没有路径可以穿越 */
    public String store(byte[] uploaded, long author)
            throws NotAPictureException, IOException {
        Encoded picture = reencode(uploaded); // 夹带的脚本与拍摄地点都留在原来的文件里
        String name = sha256(picture.content())
                + (picture.format().equals("png") ? ".png" : ".jpg");
        // 不用 createTempFile：它只许自己读，nginx 与备份的账号就读不到
        Path temporary = folder.resolve("upload-" + UUID.randomUUID() + ".part");
        try {
            Files.write(temporary, picture.content(), StandardOpenOption.CREATE_NEW);
            Files.move(temporary, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
        }
        finally {
            Files.deleteIfExists(temporary);
        }
        jdbc.sql("""
                insert into picture (name, width, height, bytes, uploaded_by, uploaded_at)
                values (?, ?, ?, ?, ?, ?) on conflict (name) do nothing""")
                .params(name, picture.width(), picture.height(),
                        picture.content().length, author, OffsetDateTime.now(clock)).update();
        return name;
    }

    private record Decoded(String format, BufferedImage image) {
    }

    private record Encoded(String format, int width, int height, byte[] content) {
    }

    /** One at a time: decoded, a large photograph takes a good part of a small heap, and two copies of it are needed. */
    private synchronized Encoded reencode(byte[] uploaded) throws NotAPictureException, IOException {
        Decoded decoded = decode(uploaded);
        BufferedImage image = decoded.image();
        return new Encoded(decoded.format(), image.getWidth(), image.getHeight(), encode(decoded));
    }

    // region decode
    /** 先看格式与尺寸，不大才解码：解码器照文件头写的尺寸要内存，那是对方写的 */
    private static Decoded decode(byte[] uploaded) throws NotAPictureException {
        var bytes = new ByteArrayInputStream(uploaded);
        try (ImageInputStream input = ImageIO.createImageInputStream(bytes)) {
            Iterator<ImageReader> readers = ImageIO.getImageReaders(input);
            if (!readers.hasNext()) {
                throw new NotAPictureException("这不是图片，或者是不支持的格式。");
            }
            ImageReader reader = readers.next();
            try {
                String format = reader.getFormatName().toLowerCase(Locale.ROOT);
                if (!FORMATS.contains(format)) {
                    throw new NotAPictureException("只收 PNG 与 JPEG，这是 " + format + "。");
                }
                reader.setInput(input, true, true);
                int width = reader.getWidth(0);
                int height = reader.getHeight(0);
                if (Math.max(width, height) > SIDE || (long) width * height > PIXELS) {
                    throw new NotAPictureException("最多 1200 万像素，每边最多 2 万。");
                }
                return new Decoded(format, reader.read(0));
            }
            finally {
                reader.dispose();
            }
        }
        catch (IOException | RuntimeException ex) { // 损坏的文件让解码器抛出各种异常
            log.info("图片解不开：{}", ex.toString());
            throw new NotAPictureException("图片打不开，可能已经损坏。");
        }
    }
    // endregion decode

    private static byte[] encode(Decoded decoded) throws IOException {
        BufferedImage image = decoded.image();
        if (decoded.format().equals("jpeg") && image.getType() != BufferedImage.TYPE_INT_RGB) {
            BufferedImage plain = new BufferedImage(image.getWidth(), image.getHeight(), BufferedImage.TYPE_INT_RGB);
            Graphics2D graphics = plain.createGraphics();
            graphics.drawImage(image, 0, 0, Color.WHITE, null);
            graphics.dispose();
            image = plain;
        }
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        if (!ImageIO.write(image, decoded.format(), output)) {
            throw new IOException("没有 " + decoded.format() + " 的编码器");
        }
        return output.toByteArray();
    }

    private static String sha256(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        }
        catch (NoSuchAlgorithmException ex) {
            throw new IllegalStateException(ex);
        }
    }

    /** 名字不是 64 个十六进制数字加扩展名的，不去碰文件系统 */
    public Optional<Path> find(String name) {
        return NAME.matcher(name).matches()
                ? Optional.of(folder.resolve(name)).filter(Files::isRegularFile)
                : Optional.empty();
    }
}
