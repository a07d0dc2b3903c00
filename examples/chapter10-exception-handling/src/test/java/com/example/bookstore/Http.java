package com.example.bookstore;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** 走真的网络发请求；头写成“名: 值”。 */
public final class Http {

    public static final String BROWSER = "Accept: text/html,application/xhtml+xml,"
            + "application/xml;q=0.9,*/*;q=0.8";

    private Http() {
    }

    public static HttpResponse<String> send(int port, String request, List<String> headers,
            String body) {
        String[] parts = request.split(" ");
        HttpRequest.Builder builder = HttpRequest
                .newBuilder(URI.create("http://localhost:" + port + parts[1]))
                .method(parts[0], HttpRequest.BodyPublishers.ofString(body));
        headers.forEach(header -> builder.header(header.split(": ")[0],
                header.split(": ", 2)[1]));
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(builder.build(), HttpResponse.BodyHandlers.ofString());
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(ex);
        }
    }

    public static HttpResponse<String> get(int port, String path, String... headers) {
        return send(port, "GET " + path, List.of(headers), "");
    }

    public static String type(HttpResponse<String> response) {
        return response.headers().firstValue("Content-Type").orElse("没有");
    }

    /** 一字不改地发出去，HTTP 客户端不肯发的也能发；服务器关连接为止。 */
    public static String raw(int port, String request) {
        try (Socket socket = new Socket("localhost", port)) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
