package com.example.book.parts;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Asks servers on this machine. */
final class LocalHttp {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private static final HttpClient CLIENT = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TIMEOUT).build();

    private LocalHttp() {
    }

    /** Whether a GET is answered with 200 within 10 s. */
    static boolean answers(URI uri) {
        try {
            return send(uri).statusCode() == 200;
        }
        catch (IOException ex) {
            return false;
        }
    }

    /**
     * The body of the answer to a GET.
     *
     * @throws IllegalStateException when the status is not 200, or nothing answers within 10 s
     */
    static String get(URI uri) {
        try {
            HttpResponse<String> response = send(uri);
            if (response.statusCode() != 200) {
                throw new IllegalStateException(uri + " 回答 " + response.statusCode() + "：" + response.body());
            }
            return response.body();
        }
        catch (IOException ex) {
            throw new IllegalStateException(uri + " 没有回答：" + ex, ex);
        }
    }

    private static HttpResponse<String> send(URI uri) throws IOException {
        try {
            return CLIENT.send(HttpRequest.newBuilder(uri).timeout(TIMEOUT).build(),
                    HttpResponse.BodyHandlers.ofString());
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IOException(ex);
        }
    }
}
