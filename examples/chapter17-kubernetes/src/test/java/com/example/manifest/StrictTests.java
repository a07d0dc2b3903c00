package com.example.manifest;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import com.example.book.Recording;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1CronJob;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1Ingress;
import io.kubernetes.client.openapi.models.V1PodDisruptionBudget;
import io.kubernetes.client.openapi.models.V1Secret;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V2HorizontalPodAutoscaler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The manifests against the models that Kubernetes' own Java client is generated with: no unknown field. */
class StrictTests {

    private static String read(String file) throws IOException {
        return Files.readString(Path.of(Recording.module() + "/k8s/" + file));
    }

    static void validate(String yaml) throws IOException {
        for (Object document : new Yaml(new SafeConstructor(new LoaderOptions())).loadAll(yaml)) {
            JsonElement json = new Gson().toJsonTree(document);
            switch (json.getAsJsonObject().get("kind").getAsString()) {
                case "Deployment" -> V1Deployment.validateJsonElement(json);
                case "Service" -> V1Service.validateJsonElement(json);
                case "ConfigMap" -> V1ConfigMap.validateJsonElement(json);
                case "Secret" -> V1Secret.validateJsonElement(json);
                case "Ingress" -> V1Ingress.validateJsonElement(json);
                case "CronJob" -> V1CronJob.validateJsonElement(json);
                case "PodDisruptionBudget" -> V1PodDisruptionBudget.validateJsonElement(json);
                case "HorizontalPodAutoscaler" -> V2HorizontalPodAutoscaler.validateJsonElement(json);
                default -> throw new IllegalArgumentException("没有核对 " + json);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"base/deployment.yaml", "base/service.yaml", "base/configmap.yaml", "base/secret.yaml",
            "base/ingress.yaml", "overlays/prod/hpa.yaml", "overlays/prod/pdb.yaml", "report-cronjob.yaml"})
    void bookstore(String file) {
        assertThatCode(() -> validate(read(file))).doesNotThrowAnyException();
    }

    @Test
    void unknownField() throws IOException {
        String yaml = read("base/deployment.yaml").replace("readinessProbe:", "readynessProbe:");
        assertThatThrownBy(() -> validate(yaml)).hasMessageContaining("readynessProbe").satisfies(ex ->
                Recording.check("unknown-field.txt", ex.getMessage().replaceFirst("(?s) JSON: .*", "")));
    }

    @Test
    void missingSelector() throws IOException {
        String yaml = read("base/deployment.yaml").replaceFirst("(?s)  selector:.*?(  template:)", "$1");
        assertThatThrownBy(() -> validate(yaml)).hasMessageContaining("selector").satisfies(ex ->
                Recording.check("missing-field.txt", ex.getMessage().replaceFirst("(?s): \\{.*", "")));
    }

    /** The most frequent slip: two spaces too few. */
    @Test
    void wrongIndentation() throws IOException {
        String yaml = read("base/deployment.yaml").replace("      terminationGracePeriodSeconds: 45\n", "")
                .replace("  replicas: 2", "  replicas: 2\n  terminationGracePeriodSeconds: 45");
        assertThatThrownBy(() -> validate(yaml)).hasMessageContaining("terminationGracePeriodSeconds").satisfies(
                ex -> Recording.check("wrong-place.txt", ex.getMessage().replaceFirst("(?s) JSON: .*", "")));
    }
}
