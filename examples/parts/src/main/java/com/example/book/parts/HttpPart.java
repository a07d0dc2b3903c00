package com.example.book.parts;

import java.net.URI;
import java.time.Duration;

/** A server that speaks HTTP, ready when one of its paths answers with 200. */
public abstract class HttpPart extends ServerPart {

    private final String readyPath;

    /**
     * Starts nothing yet.
     *
     * @param name what messages call it
     * @param limit until when it must be ready
     * @param readyPath the path that answers then
     */
    HttpPart(String name, Duration limit, String readyPath) {
        super(name, 1, limit);
        this.readyPath = readyPath;
    }

    @Override
    boolean isReady() {
        return LocalHttp.answers(uri(readyPath));
    }

    /** {@code http://127.0.0.1:port} with a path behind it. */
    public final URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port() + path);
    }

    /**
     * What it answers to a GET.
     *
     * @param path with its query, encoded
     * @throws IllegalStateException when the status is not 200, or nothing answers within 10 s
     */
    public final String get(String path) {
        return LocalHttp.get(uri(path));
    }
}
