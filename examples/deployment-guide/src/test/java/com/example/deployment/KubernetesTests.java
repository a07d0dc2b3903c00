package com.example.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

import com.example.book.Recording;
import com.google.gson.Gson;
import com.google.gson.JsonElement;
import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.models.V1Container;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1Ingress;
import io.kubernetes.client.openapi.models.V1PodDisruptionBudget;
import io.kubernetes.client.openapi.models.V1PodSpec;
import io.kubernetes.client.openapi.models.V1Service;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

@DisplayName("Kubernetes 清单：没有集群，字段与类型由官方 Java 客户端的模型检查")
class KubernetesTests {

    @Test
    @DisplayName("每个对象的字段都认得，必填的都有")
    void manifest() throws IOException {
        List<JsonElement> documents = documents(manifestText());
        assertThat(documents).hasSize(4);
        for (JsonElement document : documents) {
            validate(document);
        }
    }

    @Test
    @DisplayName("字段拼错、缩进错一级：检查得出来，说出是哪个字段")
    void mistakes() {
        String misspelt = replaced("readinessProbe:", "readinesProbe:");
        String misplaced = replaced("      terminationGracePeriodSeconds: 45\n", "")
                .replace("  replicas: 2\n", "  replicas: 2\n  terminationGracePeriodSeconds: 45\n");
        Recording.check("manifest-mistakes.txt", message(misspelt) + "\n" + message(misplaced) + "\n");
    }

    @Test
    @DisplayName("宽限期大于 preStop 加上应用自己的停机时间")
    void gracePeriod() throws IOException {
        V1PodSpec pod = pod();
        long preStop = Objects.requireNonNull(container(pod).getLifecycle().getPreStop().getSleep().getSeconds());
        String yaml = Files.readString(Recording.module().resolve("src/main/resources/application.yaml"));
        long phase = Long.parseLong(yaml.replaceAll("(?s).*timeout-per-shutdown-phase: (\\d+)s.*", "$1"));
        assertThat(pod.getTerminationGracePeriodSeconds()).isGreaterThan(preStop + phase);
    }

    @Test
    @DisplayName("三个探针用的地址是应用真有的，也没有一个走 /actuator")
    void probes() throws IOException {
        V1Container container = container(pod());
        Set<String> paths = new TreeSet<>(List.of(container.getStartupProbe().getHttpGet().getPath(),
                container.getLivenessProbe().getHttpGet().getPath(),
                container.getReadinessProbe().getHttpGet().getPath()));
        // OutageTests 在真的应用上请求这两个地址。
        assertThat(paths).containsExactly("/livez", "/readyz");
    }

    private static V1PodSpec pod() throws IOException {
        V1Deployment deployment = new JSON().getGson().fromJson(documents(manifestText()).getFirst(), V1Deployment.class);
        return deployment.getSpec().getTemplate().getSpec();
    }

    private static V1Container container(V1PodSpec pod) {
        return pod.getContainers().getFirst();
    }

    private static String message(String manifest) {
        StringBuilder message = new StringBuilder();
        assertThatThrownBy(() -> {
            for (JsonElement document : documents(manifest)) {
                validate(document);
            }
        }).isInstanceOf(IllegalArgumentException.class).satisfies(ex -> message.append(
                // 之后是整个 JSON，这里只留下说的话。
                ex.getMessage().replaceFirst("(?s)\\. JSON: .*", ".")));
        return message.toString();
    }

    private static void validate(JsonElement document) throws IOException {
        switch (document.getAsJsonObject().get("kind").getAsString()) {
            case "Deployment" -> V1Deployment.validateJsonElement(document);
            case "Service" -> V1Service.validateJsonElement(document);
            case "Ingress" -> V1Ingress.validateJsonElement(document);
            case "PodDisruptionBudget" -> V1PodDisruptionBudget.validateJsonElement(document);
            default -> throw new AssertionError("不认得的对象：" + document);
        }
    }

    private static List<JsonElement> documents(String manifest) {
        List<JsonElement> documents = new ArrayList<>();
        for (Object document : new Yaml(new SafeConstructor(new LoaderOptions())).loadAll(manifest)) {
            documents.add(new Gson().toJsonTree(document, Map.class));
        }
        return documents;
    }

    private static String manifestText() {
        return Server.read("kubernetes/bookstore.yaml");
    }

    private static String replaced(String text, String replacement) {
        assertThat(manifestText()).contains(text);
        return manifestText().replace(text, replacement);
    }
}
