package com.example.deployment;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** 一条直连的 HTTP/1.1 连接：没有连接池，也没有悄悄的重试，一个请求就是一个请求。 */
final class Wire implements AutoCloseable {

    private static final int TIMEOUT = (int) Duration.ofSeconds(60).toMillis();

    private final Socket socket;
    private final InputStream input;

    Wire(int port) {
        this(plain(port));
    }

    Wire(Socket socket) {
        try {
            this.socket = socket;
            socket.setSoTimeout(TIMEOUT);
            input = socket.getInputStream();
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static Socket plain(int port) {
        try {
            return new Socket("127.0.0.1", port);
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** 这个端口此刻拒绝新连接。 */
    static boolean refused(int port) {
        try (Socket ignored = new Socket("127.0.0.1", port)) {
            return false;
        }
        catch (ConnectException ex) {
            return true;
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** 一个响应。 */
    record Response(int status, String body) {
    }

    /**
     * 发一个没有正文的请求，读完响应。
     *
     * @param request 方法与地址，例如 {@code GET /books/1}
     * @throws IOException 连接断了，没有收到完整的响应
     */
    Response send(String request, String... headers) throws IOException {
        StringBuilder text = new StringBuilder(request)
                .append(" HTTP/1.1\r\nHost: bookstore.example.com\r\nContent-Length: 0\r\n");
        for (String header : headers) {
            text.append(header).append("\r\n");
        }
        socket.getOutputStream().write(text.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII));
        String head = head();
        return new Response(Integer.parseInt(head.split(" ")[1]), body(head));
    }

    private String head() throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) next());
        }
        return head.toString();
    }

    private String body(String head) throws IOException {
        String lower = head.toLowerCase();
        int at = lower.indexOf("\r\ncontent-length: ");
        if (at >= 0) {
            int length = Integer.parseInt(lower.substring(at + 18, lower.indexOf("\r\n", at + 2)).strip());
            byte[] bytes = input.readNBytes(length);
            if (bytes.length < length) {
                throw new IOException("响应断了");
            }
            return new String(bytes, StandardCharsets.UTF_8);
        }
        if (!lower.contains("transfer-encoding: chunked")) {
            return "";
        }
        StringBuilder body = new StringBuilder();
        for (int size; (size = Integer.parseInt(line(), 16)) > 0;) {
            body.append(new String(input.readNBytes(size), StandardCharsets.UTF_8));
            line();
        }
        line();
        return body.toString();
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c; (c = next()) != '\n';) {
            line.append((char) c);
        }
        return line.toString().strip();
    }

    private int next() throws IOException {
        int c = input.read();
        if (c < 0) {
            throw new IOException("响应断了");
        }
        return c;
    }

    @Override
    public void close() {
        try {
            socket.close();
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
