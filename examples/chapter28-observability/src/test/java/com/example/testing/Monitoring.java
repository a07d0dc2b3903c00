package com.example.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;

import com.example.book.Recording;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The files below {@code monitoring/}, and what Prometheus answers. */
public final class Monitoring {

    private Monitoring() {
    }

    public static String file(String name) {
        try {
            return Files.readString(Recording.module().resolve("monitoring").resolve(name));
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** The file with each pair's first text replaced by its second. */
    public static String file(String name, String... replacements) {
        String text = file(name);
        for (int i = 0; i < replacements.length; i += 2) {
            if (!text.contains(replacements[i])) {
                throw new IllegalArgumentException(name + " 里没有 " + replacements[i]);
            }
            text = text.replace(replacements[i], replacements[i + 1]);
        }
        return text;
    }

    public static JsonNode result(String answer) {
        return JsonMapper.shared().readTree(answer).path("data").path("result");
    }
}
