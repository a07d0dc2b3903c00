package com.example.bookstore;

import java.nio.charset.StandardCharsets;

/** 手写的 multipart 请求：每个文件多大、叫什么，都由测试说了算。 */
public final class Multipart {

    private Multipart() {
    }

    public static String request(String path, int... sizes) {
        StringBuilder body = new StringBuilder();
        for (int size : sizes) {
            body.append(part("file", "cover.png", size));
        }
        return request(path, body.toString());
    }

    public static String part(String field, String filename, int size) {
        return "--B\r\nContent-Disposition: form-data; name=\"" + field + "\"; filename=\""
                + filename + "\"\r\nContent-Type: image/png\r\n\r\n" + "x".repeat(size) + "\r\n";
    }

    public static String request(String path, String parts) {
        String body = parts + "--B--\r\n";
        return "POST " + path + " HTTP/1.1\r\nHost: localhost\r\n"
                + "Content-Type: multipart/form-data; boundary=B\r\nContent-Length: "
                + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body;
    }
}
