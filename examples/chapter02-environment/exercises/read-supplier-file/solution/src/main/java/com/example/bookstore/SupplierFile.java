package com.example.bookstore;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Titles a supplier sends, one per line; the supplier's system writes GBK. */
public class SupplierFile {

    // region titles
    public static List<String> titles(Path file) throws IOException {
        return Files.readString(file, Charset.forName("GBK")).lines().toList();
    }
    // endregion titles
}
