package com.example.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** A part of a manifest: a map of YAML, or nothing. */
record Manifest(Map<String, Object> fields) {

    /** The documents of a YAML text. */
    static List<Manifest> parse(String yaml) {
        List<Manifest> documents = new ArrayList<>();
        for (Object document : new Yaml(new SafeConstructor(new LoaderOptions())).loadAll(yaml)) {
            documents.add(of(document));
        }
        return documents;
    }

    /** All manifests of a folder, without Kustomize's own file. */
    static List<Manifest> folder(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            List<Manifest> all = new ArrayList<>();
            for (Path file : files.filter(file -> file.toString().endsWith(".yaml"))
                    .filter(file -> !file.endsWith("kustomization.yaml")).sorted().toList()) {
                all.addAll(parse(Files.readString(file)));
            }
            return all;
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    @SuppressWarnings("unchecked")
    private static Manifest of(Object value) {
        return new Manifest((Map<String, Object>) value);
    }

    /** What stands at a path such as {@code spec.template.spec}. */
    Optional<Object> find(String path) {
        Object here = fields;
        for (String name : path.split("\\.")) {
            if (!(here instanceof Map<?, ?> map) || map.get(name) == null) {
                return Optional.empty();
            }
            here = map.get(name);
        }
        return Optional.of(here);
    }

    String text(String path) {
        return find(path).map(Object::toString).orElseThrow(() -> new IllegalArgumentException("清单里没有 " + path));
    }

    int number(String path, int otherwise) {
        return find(path).map(value -> Integer.parseInt(value.toString())).orElse(otherwise);
    }

    Manifest part(String path) {
        return find(path).map(Manifest::of).orElse(new Manifest(Map.of()));
    }

    List<Manifest> parts(String path) {
        return find(path).map(value -> ((List<?>) value).stream().map(Manifest::of).toList()).orElse(List.of());
    }

    boolean has(String path) {
        return find(path).isPresent();
    }

    String kind() {
        return text("kind");
    }

    String name() {
        return text("metadata.name");
    }
}
