package com.example.bookstore;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.springframework.stereotype.Component;

/** 访问日志，一个请求一行：方法、路径、状态码。不用改它。 */
@Component
class AccessLog {

    private final List<String> lines = new CopyOnWriteArrayList<>();

    void write(String method, String path, int status) {
        lines.add(method + " " + path + " " + status);
    }

    List<String> lines() {
        return List.copyOf(lines);
    }

    void clear() {
        lines.clear();
    }
}
