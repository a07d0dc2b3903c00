package com.example.bookstore;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Writes what {@code docker save} writes, with layers made by hand. */
final class SavedImage {

    private final List<byte[]> layers = new ArrayList<>();
    private final List<String> instructions = new ArrayList<>();
    private String created = "2026-01-01T00:00:00Z";
    private String config = "{}";
    private String more = "";

    /** Tar entries, made by hand. */
    static final class Tar {

        private final ByteArrayOutputStream out = new ByteArrayOutputStream();

        Tar file(String name, String text) {
            return file(name, text.getBytes(StandardCharsets.UTF_8), 0644, 0, 1000);
        }

        Tar file(String name, byte[] content, int mode, int owner, long time) {
            return entry(name, '0', content, mode, owner, time, "");
        }

        Tar folder(String name) {
            return entry(name + "/", '5', new byte[0], 0755, 0, 1000, "");
        }

        Tar link(String name, String target) {
            return entry(name, '2', new byte[0], 0777, 0, 1000, target);
        }

        Tar hardLink(String name, String target) {
            return entry(name, '1', new byte[0], 0644, 0, 1000, target);
        }

        Tar entry(String name, char type, byte[] content, int mode, int owner, long time, String target) {
            byte[] block = new byte[512];
            put(block, 0, name);
            put(block, 100, "%07o".formatted(mode));
            put(block, 108, "%07o".formatted(owner));
            put(block, 116, "%07o".formatted(owner));
            put(block, 124, "%011o".formatted(content.length));
            put(block, 136, "%011o".formatted(time));
            block[156] = (byte) type;
            put(block, 157, target);
            put(block, 257, "ustar\00000");
            out.writeBytes(block);
            out.writeBytes(content);
            out.writeBytes(new byte[(512 - content.length % 512) % 512]);
            return this;
        }

        private static void put(byte[] block, int offset, String text) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            System.arraycopy(bytes, 0, block, offset, bytes.length);
        }

        byte[] bytes() {
            ByteArrayOutputStream whole = new ByteArrayOutputStream();
            whole.writeBytes(out.toByteArray());
            whole.writeBytes(new byte[1024]);
            return whole.toByteArray();
        }
    }

    SavedImage layer(String instruction, Tar tar) {
        layers.add(tar.bytes());
        instructions.add(instruction);
        return this;
    }

    SavedImage created(String time) {
        created = time;
        return this;
    }

    SavedImage config(String json) {
        config = json;
        return this;
    }

    /** Another line of the configuration, outside of what a container runs with. */
    SavedImage more(String json) {
        more = json + ",";
        return this;
    }

    /** A record of a PAX header: an attribute of the entry that follows. */
    static byte[] pax(String key, String value) {
        return pax(key, value.getBytes(StandardCharsets.UTF_8));
    }

    /** With a value that need not be text. */
    static byte[] pax(String key, byte[] value) {
        byte[] name = (" " + key + "=").getBytes(StandardCharsets.UTF_8);
        int length = name.length + value.length + 1;
        int digits = String.valueOf(length).length();
        while (String.valueOf(length + digits).length() > digits) {
            digits++;
        }
        ByteArrayOutputStream record = new ByteArrayOutputStream();
        record.writeBytes(String.valueOf(length + digits).getBytes(StandardCharsets.UTF_8));
        record.writeBytes(name);
        record.writeBytes(value);
        record.write('\n');
        return record.toByteArray();
    }

    Path write(Path file, boolean gzip) {
        List<String> names = new ArrayList<>();
        List<String> digests = new ArrayList<>();
        List<String> history = new ArrayList<>(List.of("{\"created_by\":\"ENV 空的一层\",\"empty_layer\":true}"));
        Tar outer = new Tar();
        for (int i = 0; i < layers.size(); i++) {
            names.add('"' + "layer" + i + "/layer.tar" + '"');
            digests.add('"' + sha(layers.get(i)) + '"');
            history.add("{\"created\":\"" + created + "\",\"created_by\":\"" + instructions.get(i) + "\"}");
            outer.file("layer" + i + "/layer.tar", gzip ? zipped(layers.get(i)) : layers.get(i), 0644, 0, 0);
        }
        String text = "{%s\"created\":\"%s\",\"config\":%s,\"rootfs\":{\"diff_ids\":[%s]},\"history\":[%s]}".formatted(
                more, created, config, String.join(",", digests), String.join(",", history));
        outer.file("config.json", text).file("manifest.json",
                "[{\"Config\":\"config.json\",\"RepoTags\":null,\"Layers\":[%s]}]".formatted(String.join(",", names)));
        try {
            return Files.write(file, outer.bytes());
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static byte[] zipped(byte[] content) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(content);
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        return bytes.toByteArray();
    }

    /** A jar with one entry. */
    static byte[] jar(String name, String text, long time) {
        return jar(name, text, time, Deflater.DEFAULT_COMPRESSION);
    }

    /** Packed as the level of {@link Deflater} says. */
    static byte[] jar(String name, String text, long time, int level) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(bytes)) {
            out.setLevel(level);
            ZipEntry entry = new ZipEntry(name);
            entry.setTime(time);
            out.putNextEntry(entry);
            out.write(text.getBytes(StandardCharsets.UTF_8));
            out.closeEntry();
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        return bytes.toByteArray();
    }

    static String sha(byte[] content) {
        try {
            return "sha256:" + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        }
        catch (NoSuchAlgorithmException ex) {
            throw new IllegalStateException(ex);
        }
    }
}
