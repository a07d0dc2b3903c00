package com.example.bookstore;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

public class LayerWriter {

    // region layer
    /** 2026 年 1 月 1 日零点：哪一刻都行，只要每次都是它。 */
    private static final long TIME = 1767225600;

    /** 把目录写成镜像的一层：同样的内容，不论在哪里、什么时候写，一个字节也不差。 */
    public void write(Path folder, OutputStream out) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(folder)) {
            // 文件系统给出的顺序每台机器都可能不同；按名字排，上一级目录也就在前面
            files = walk.filter(file -> !file.equals(folder))
                    .sorted(Comparator.comparing(file -> name(folder, file))).toList();
        }
        for (Path file : files) {
            if (Files.isDirectory(file)) {
                entry(out, name(folder, file), 0, 0755, TIME);
                continue;
            }
            byte[] content = Files.readAllBytes(file);
            int mode = Files.isExecutable(file) ? 0755 : 0644;
            entry(out, name(folder, file), content.length, mode, TIME);
            out.write(content);
            out.write(new byte[(512 - content.length % 512) % 512]);
        }
        out.write(new byte[1024]);
    }
    // endregion layer

    private static String name(Path folder, Path file) {
        String name = folder.relativize(file).toString().replace('\\', '/');
        return Files.isDirectory(file) ? name + "/" : name;
    }

    private static void entry(OutputStream out, String name, long size, int mode, long time) throws IOException {
        // 头里放名字的地方只有 100 个字节，一个汉字占 3 个；写过了头，后面的权限与长度就乱了
        if (name.getBytes(StandardCharsets.UTF_8).length > 100) {
            throw new IOException("名字超过 100 个字节：" + name);
        }
        byte[] block = new byte[512];
        put(block, 0, name);
        put(block, 100, "%07o".formatted(mode));
        put(block, 108, "0000000");
        put(block, 116, "0000000");
        put(block, 124, "%011o".formatted(size));
        put(block, 136, "%011o".formatted(time));
        put(block, 148, "        ");
        block[156] = (byte) (name.endsWith("/") ? '5' : '0');
        put(block, 257, "ustar\00000");
        int sum = 0;
        for (byte one : block) {
            sum += one & 0xff;
        }
        put(block, 148, "%06o\0".formatted(sum));
        out.write(block);
    }

    private static void put(byte[] block, int offset, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(bytes, 0, block, offset, bytes.length);
    }
}
