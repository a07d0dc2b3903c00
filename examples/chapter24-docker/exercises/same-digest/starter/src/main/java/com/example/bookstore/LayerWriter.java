package com.example.bookstore;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

public class LayerWriter {

    // region layer
    /** 把目录写成镜像的一层：同样的内容，不论在哪里、什么时候写，一个字节也不差。 */
    public void write(Path folder, OutputStream out) throws IOException {
        try (Stream<Path> walk = Files.list(folder)) {
            for (Path file : walk.toList()) {
                write(folder, file, out);
            }
        }
        out.write(new byte[1024]);
    }

    private void write(Path folder, Path file, OutputStream out) throws IOException {
        long time = Files.getLastModifiedTime(file).toMillis() / 1000;
        if (Files.isDirectory(file)) {
            entry(out, name(folder, file), 0, 0755, time);
            try (Stream<Path> walk = Files.list(file)) {
                for (Path child : walk.toList()) {
                    write(folder, child, out);
                }
            }
            return;
        }
        byte[] content = Files.readAllBytes(file);
        int mode = Files.isExecutable(file) ? 0755 : 0644;
        entry(out, name(folder, file), content.length, mode, time);
        out.write(content);
        out.write(new byte[(512 - content.length % 512) % 512]);
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
