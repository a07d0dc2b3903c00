package com.example.book;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The {@code .http} file of a chapter, as IDEA and VS Code (REST Client) run it: requests separated by
 * {@code ###}, named by {@code # @name list-books}, with {@code @host = …} variables used as
 * <code>{{host}}</code>. Scripts and environments are not supported.
 */
public final class HttpRequestFile {

    /** Response headers that say nothing about the application or change with every run. */
    private static final List<String> NOISE =
            List.of("date", "connection", "keep-alive", "transfer-encoding", "content-length");

    private static final Pattern VARIABLE = Pattern.compile("\\{\\{(\\w+)}}");

    /**
     * A named request.
     *
     * @param name the {@code # @name}, also the recorded file's name
     */
    public record Request(String name, String method, String url, Map<String, String> headers, String body) {
    }

    private final Map<String, String> variables = new LinkedHashMap<>();
    private final List<Request> requests = new ArrayList<>();

    private HttpRequestFile(String content, Map<String, String> overrides) {
        content.lines().map(String::strip).filter(line -> line.startsWith("@") && line.contains("=")).forEach(line -> {
            String[] parts = line.substring(1).split("=", 2);
            variables.put(parts[0].strip(), parts[1].strip());
        });
        variables.putAll(overrides);
        for (String block : content.split("(?m)^###.*$")) {
            parse(block);
        }
    }

    /**
     * Reads a request file.
     *
     * @param path relative to the module, e.g. {@code requests.http}
     * @param overrides variables that replace those of the file, e.g. {@code host}
     */
    public static HttpRequestFile read(String path, Map<String, String> overrides) {
        try {
            return new HttpRequestFile(Files.readString(Recording.module().resolve(path)), overrides);
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Reads requests from text in the same notation, for those that stand in a test. */
    public static HttpRequestFile of(String content) {
        return new HttpRequestFile(content, Map.of());
    }

    /** The requests in the order of the file. */
    public List<Request> requests() {
        return List.copyOf(requests);
    }

    /** Sends every request in order and checks each exchange against {@code output/<name>.http}. */
    public void runAndCheck() {
        try (HttpClient client = HttpClient.newHttpClient()) {
            for (Request request : requests) {
                Recording.check(request.name() + ".http", exchange(client, request));
            }
        }
    }

    private void parse(String block) {
        String name = null;
        String requestLine = null;
        Map<String, String> headers = new LinkedHashMap<>();
        StringBuilder body = null;
        for (String line : block.lines().toList()) {
            if (body != null) {
                body.append(line).append('\n');
            }
            else if (line.startsWith("# @name ") || line.startsWith("// @name ")) {
                name = line.substring(line.indexOf("@name") + 5).strip();
            }
            else if (line.startsWith("#") || line.startsWith("//") || line.startsWith("@")) {
                continue;
            }
            else if (requestLine == null) {
                requestLine = line.isBlank() ? null : line.strip();
            }
            else if (line.isBlank()) {
                body = new StringBuilder();
            }
            else {
                String[] header = line.split(":", 2);
                headers.put(header[0].strip(), replaceVariables(header[1].strip()));
            }
        }
        if (requestLine == null) {
            return;
        }
        String[] parts = requestLine.split("\\s+");
        if (name == null) {
            throw new IllegalArgumentException("请求“" + requestLine + "”没有名字：在它前面加一行 # @name 英文短名");
        }
        requests.add(new Request(name, parts[0], replaceVariables(parts[1]), headers,
                body == null ? "" : replaceVariables(body.toString().strip())));
    }

    private String replaceVariables(String text) {
        return VARIABLE.matcher(text).replaceAll(match -> {
            String value = variables.get(match.group(1));
            if (value == null) {
                throw new IllegalArgumentException("请求文件用了没有定义的变量 " + match.group());
            }
            return Matcher.quoteReplacement(value);
        });
    }

    private static String exchange(HttpClient client, Request request) {
        HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create(request.url()))
                .method(request.method(), request.body().isEmpty()
                        ? HttpRequest.BodyPublishers.noBody()
                        : HttpRequest.BodyPublishers.ofString(request.body()));
        request.headers().forEach(builder::header);
        try {
            HttpResponse<String> response =
                    client.send(builder.build(), HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
            return format(request, response);
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(ex);
        }
    }

    private static String format(Request request, HttpResponse<String> response) {
        StringBuilder text = new StringBuilder();
        URI uri = URI.create(request.url());
        text.append(request.method()).append(' ').append(uri.getRawPath());
        if (uri.getRawQuery() != null) {
            text.append('?').append(uri.getRawQuery());
        }
        text.append('\n');
        request.headers().forEach((name, value) -> text.append(name).append(": ").append(value).append('\n'));
        if (!request.body().isEmpty()) {
            text.append('\n').append(request.body()).append('\n');
        }
        text.append("\nHTTP/1.1 ").append(response.statusCode()).append('\n');
        new TreeMap<>(response.headers().map()).forEach((name, values) -> {
            if (!name.startsWith(":") && !NOISE.contains(name.toLowerCase())) {
                values.forEach(value -> text.append(headerName(name)).append(": ").append(value).append('\n'));
            }
        });
        if (!response.body().isEmpty()) {
            boolean json = response.headers().firstValue("content-type").orElse("").contains("json");
            text.append('\n').append(json ? JsonIndenter.indent(response.body()) : response.body()).append('\n');
        }
        return text.toString();
    }

    /** {@code content-type} as it is written by convention: {@code Content-Type}. */
    private static String headerName(String name) {
        if (name.equalsIgnoreCase("etag")) {
            return "ETag";
        }
        StringBuilder result = new StringBuilder();
        for (String part : name.split("-")) {
            result.append(result.isEmpty() ? "" : "-")
                    .append(part.substring(0, 1).toUpperCase()).append(part.substring(1));
        }
        return result.toString();
    }
}
