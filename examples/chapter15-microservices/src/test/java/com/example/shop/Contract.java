package com.example.shop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import com.example.book.Recording;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

// region contract
/** 一份约定：这样请求，就得到这样的响应。文件由调用方写，两边的测试都读它。 */
record Contract(String path, int status, JsonNode body) {

    static Contract read(String name) {
        try {
            JsonNode file = JsonMapper.shared().readTree(
                    Files.readString(folder().resolve(name)));
            return new Contract(file.required("path").asString(),
                    file.required("status").asInt(), file.required("body"));
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** 响应里少了什么、哪里类型不同；多出来的字段不算。 */
    List<String> broken(int actualStatus, String actualBody) {
        List<String> broken = new ArrayList<>();
        if (actualStatus != status) {
            broken.add("状态码应为 " + status + "，实际是 " + actualStatus);
        }
        JsonNode actual = JsonMapper.shared().readTree(actualBody);
        body.propertyNames().forEach(name -> {
            if (!actual.has(name)) {
                broken.add("缺少字段 " + name);
            }
            else if (actual.get(name).getNodeType() != body.get(name).getNodeType()) {
                broken.add("字段 " + name + " 应为 " + body.get(name).getNodeType()
                        + "，实际是 " + actual.get(name).getNodeType());
            }
        });
        return broken;
    }
    // endregion contract

    Contract {
        if (!body.isObject()) {
            throw new IllegalArgumentException("这样的约定只比得了一个 JSON 对象，" + path + " 的是 " + body.getNodeType());
        }
    }

    private static Path folder() {
        return Recording.module().resolve("contracts");
    }
}
