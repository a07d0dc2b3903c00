package com.example.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import com.example.book.Recording;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.google.gson.Gson;
import io.fabric8.kubernetes.api.model.gatewayapi.v1.Gateway;
import io.fabric8.kubernetes.api.model.gatewayapi.v1.HTTPRoute;
import io.kubernetes.client.openapi.models.V1Ingress;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1ServicePort;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The Gateway API's manifests against models of its types: no unknown field, and the same way in as the Ingress. */
class GatewayTests {

    /** The models keep unknown fields in a map of their own; here they are an error. */
    private static final ObjectMapper STRICT = JsonMapper.builder()
            .annotationIntrospector(new JacksonAnnotationIntrospector() {

                private static final long serialVersionUID = 1L;

                @Override
                public Boolean hasAnySetter(Annotated annotated) {
                    return false;
                }
            })
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

    private static List<Object> read(String yaml) {
        List<Object> all = new ArrayList<>();
        for (Object document : new Yaml(new SafeConstructor(new LoaderOptions())).loadAll(yaml)) {
            Class<?> type = switch (((Map<?, ?>) document).get("kind").toString()) {
                case "Gateway" -> Gateway.class;
                case "HTTPRoute" -> HTTPRoute.class;
                default -> throw new IllegalArgumentException(document.toString());
            };
            all.add(STRICT.convertValue(document, type));
        }
        return all;
    }

    private static String text() throws IOException {
        return Files.readString(Recording.module().resolve("k8s/gateway/httproute.yaml"));
    }

    @Test
    void sameWayInAsTheIngress() throws IOException {
        List<Object> objects = read(text());
        Gateway gateway = (Gateway) objects.get(0);
        HTTPRoute route = (HTTPRoute) objects.get(1);
        assertThat(route.getSpec().getParentRefs().getFirst().getName()).isEqualTo(gateway.getMetadata().getName());
        // Kind, path, Service and port of each way in, by the hosts.
        List<String> ways = route.getSpec().getRules().stream().flatMap(rule -> rule.getMatches().stream()
                .flatMap(match -> rule.getBackendRefs().stream().map(backend -> String.join(" ",
                        match.getPath().getType().replace("Path", ""), match.getPath().getValue(), backend.getName(),
                        String.valueOf(backend.getPort()))))).toList();
        assertThat(Map.of(route.getSpec().getHostnames(), ways)).isEqualTo(ingress());
    }

    private static Map<List<String>, List<String>> ingress() throws IOException {
        V1Ingress ingress = V1Ingress.fromJson(json("ingress.yaml"));
        List<V1ServicePort> ports = V1Service.fromJson(json("service.yaml")).getSpec().getPorts();
        return ingress.getSpec().getRules().stream().collect(Collectors.toMap(rule -> List.of(rule.getHost()),
                rule -> rule.getHttp().getPaths().stream().map(path -> String.join(" ", path.getPathType(), path.getPath(),
                        path.getBackend().getService().getName(), port(ports, path.getBackend().getService().getPort().getName())))
                        .toList()));
    }

    private static String port(List<V1ServicePort> ports, String name) {
        return ports.stream().filter(port -> name.equals(port.getName())).map(port -> String.valueOf(port.getPort()))
                .findFirst().orElseThrow();
    }

    private static String json(String file) throws IOException {
        return new Gson().toJson(new Yaml(new SafeConstructor(new LoaderOptions()))
                .<Object>load(Files.readString(Recording.module().resolve("k8s/base").resolve(file))));
    }

    /** One of the names spelt wrong, whichever it is. */
    @Test
    void unknownField() throws IOException {
        String right = text();
        Matcher name = Pattern.compile("(?m)^ *(?:- )?(\\w+):").matcher(right);
        assertThat(name.results().count()).isGreaterThan(20);
        name.reset().results().forEach(found -> assertThatThrownBy(
                () -> read(new StringBuilder(right).insert(found.end(1), 'x').toString())).as(found.group(1))
                .isInstanceOf(RuntimeException.class));
        String yaml = text().replace("backendRefs:", "backends:");
        assertThatThrownBy(() -> read(yaml)).hasMessageContaining("Unrecognized field \"backends\"");
    }
}
