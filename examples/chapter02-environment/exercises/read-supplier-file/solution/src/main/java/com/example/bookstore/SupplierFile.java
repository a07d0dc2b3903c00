package com.example.bookstore;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/** Titles a supplier sends, one per line; the supplier's system writes GBK. */
public class SupplierFile {

    // region titles
    public static List<String> titles(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        // UTF-8 的汉字往往也凑得成 GBK，读出来是另一串字，所以先看它是不是 UTF-8；
        // 少数 GBK 的字两种都读得通，分不清时宁可拒绝，也不悄悄读错
        if (!isAscii(bytes) && isUtf8(bytes)) {
            throw new IOException("像是 UTF-8，不是 GBK：" + file);
        }
        return Charset.forName("GBK").newDecoder().decode(ByteBuffer.wrap(bytes))
                .toString().lines().toList();
    }

    private static boolean isAscii(byte[] bytes) {
        return IntStream.range(0, bytes.length).allMatch(index -> bytes[index] >= 0);
    }

    private static boolean isUtf8(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        }
        catch (CharacterCodingException ex) {
            return false;
        }
    }
    // endregion titles
}
