package com.example.bookstore;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** 一条 TCP 连接上的 HTTP/1.1：看得见连接何时断，也能只发半个请求。 */
public final class Wire implements AutoCloseable {

    /**
     * 收到的响应，头名一律小写。
     *
     * @param complete {@code false}：响应体没传完，连接就断了
     */
    public record Response(int status, Map<String, String> headers, byte[] body,
            boolean complete) {

        public String text() {
            return new String(body, StandardCharsets.UTF_8);
        }
    }

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    public Wire(int port) throws IOException {
        socket = new Socket("localhost", port);
        socket.setSoTimeout(60_000);
        in = new BufferedInputStream(socket.getInputStream());
        out = socket.getOutputStream();
    }

    public Wire send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.UTF_8));
    }

    public Wire send(byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
        return this;
    }

    /** 发一个没有请求体的请求并收下响应，头写成“名: 值”。 */
    public Response exchange(String requestLine, String... headers) throws IOException {
        StringBuilder text = new StringBuilder(requestLine).append(" HTTP/1.1\r\nHost: localhost\r\n");
        for (String header : headers) {
            text.append(header).append("\r\n");
        }
        return send(text + "\r\n").receive();
    }

    /** @return {@code null}：对方关了连接 */
    public Response receive() throws IOException {
        String statusLine = line();
        if (statusLine == null) {
            return null;
        }
        Map<String, String> headers = new LinkedHashMap<>();
        for (String line; !(line = line()).isEmpty();) {
            int colon = line.indexOf(':');
            headers.merge(line.substring(0, colon).toLowerCase(),
                    line.substring(colon + 1).strip(), (a, b) -> a + ", " + b);
        }
        boolean complete = true;
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        if (headers.containsKey("content-length")) {
            body.write(in.readNBytes(Integer.parseInt(headers.get("content-length"))));
        }
        else if ("chunked".equals(headers.get("transfer-encoding"))) {
            String size = line();
            while (size != null && !size.equals("0")) {
                body.write(in.readNBytes(Integer.parseInt(size, 16)));
                line();
                size = line();
            }
            complete = size != null;
            line();
        }
        return new Response(Integer.parseInt(statusLine.split(" ")[1]), headers, body.toByteArray(),
                complete);
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int c; (c = in.read()) != '\n';) {
            if (c < 0) {
                return null;
            }
            if (c != '\r') {
                line.write(c);
            }
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
