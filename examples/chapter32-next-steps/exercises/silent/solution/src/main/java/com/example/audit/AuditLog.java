package com.example.audit;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Who read what. */
public class AuditLog {

    private final List<String> read = new CopyOnWriteArrayList<>();

    public void read(String isbn) {
        read.add(isbn);
    }

    public List<String> all() {
        return List.copyOf(read);
    }
}
