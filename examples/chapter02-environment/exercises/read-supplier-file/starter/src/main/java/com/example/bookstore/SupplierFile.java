package com.example.bookstore;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Titles a supplier sends, one per line; the supplier's system writes GBK. */
public class SupplierFile {

    public static List<String> titles(Path file) throws IOException {
        return new String(Files.readAllBytes(file)).lines().toList();
    }
}
