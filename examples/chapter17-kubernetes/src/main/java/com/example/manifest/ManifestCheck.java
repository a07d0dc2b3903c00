package com.example.manifest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * Reads manifests and says what will go wrong, in words for a beginner. One file that needs only
 * SnakeYAML: {@code java -cp … ManifestCheck 目录} prints a line for each finding, exit code 1 if there is any.
 */
public final class ManifestCheck {

    private final List<Node> documents;
    private final List<String> findings = new ArrayList<>();

    private ManifestCheck(List<Node> documents) {
        this.documents = documents;
    }

    public static void main(String[] args) throws IOException {
        if (args.length != 1 || !Files.isDirectory(Path.of(args[0]))) {
            System.err.println("用法：ManifestCheck 放清单的目录");
            System.exit(2);
        }
        List<String> findings = check(read(Path.of(args[0])));
        findings.forEach(System.out::println);
        System.out.println(findings.isEmpty() ? "没有发现问题" : "发现 " + findings.size() + " 处");
        System.exit(findings.isEmpty() ? 0 : 1);
    }

    private static String read(Path folder) throws IOException {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(path -> path.toString().matches(".*\\.ya?ml"))
                    .filter(path -> !path.getFileName().toString().startsWith("kustomization")).sorted().toList()) {
                all.append(Files.readString(file)).append("\n---\n");
            }
        }
        return all.toString();
    }

    /** The findings for one or more documents of YAML. */
    public static List<String> check(String yaml) {
        List<Node> documents = new ArrayList<>();
        try {
            for (Object document : new Yaml(new SafeConstructor(new LoaderOptions())).loadAll(yaml)) {
                if (document instanceof Map) {
                    documents.add(new Node(document));
                }
                else if (document != null) {
                    return List.of("YAML：一份清单应当是“键: 值”，这里是 " + document);
                }
            }
        }
        catch (YAMLException ex) {
            return List.of("YAML 读不懂，多半是缩进：" + ex.getMessage().lines().findFirst().orElse(""));
        }
        return new ManifestCheck(documents).run();
    }

    private List<String> run() {
        of("Deployment").forEach(this::deployment);
        of("Service").forEach(this::service);
        of("PodDisruptionBudget").forEach(this::budget);
        of("HorizontalPodAutoscaler").forEach(this::scaler);
        return findings;
    }

    private List<Node> of(String kind) {
        return documents.stream().filter(document -> document.at("kind").is(kind)).toList();
    }

    private void found(Node object, String what) {
        findings.add(object.at("kind").text() + "/" + object.at("metadata", "name").text() + "：" + what);
    }

    // region deployment
    private void deployment(Node deployment) {
        Node template = deployment.at("spec", "template");
        Node selector = deployment.at("spec", "selector", "matchLabels");
        if (!template.at("metadata", "labels").contains(selector)) {
            found(deployment, "selector 的标签，template 里没有：API 会拒绝这份清单");
        }
        Node spec = template.at("spec");
        for (Node container : spec.at("containers").items()) {
            image(deployment, container);
            probes(deployment, container);
            stop(deployment, spec, container);
            resources(deployment, container);
            variables(deployment, container);
        }
    }
    // endregion deployment

    private void image(Node deployment, Node container) {
        String image = container.at("image").text();
        String last = image.substring(image.lastIndexOf('/') + 1);
        if ((!last.contains(":") || last.endsWith(":latest")) && !last.contains("@")) {
            found(deployment, "镜像 " + image + " 没有写确定的版本：回滚时不知道回到哪一个");
        }
    }

    // region probes
    private void probes(Node deployment, Node container) {
        Node liveness = container.at("livenessProbe");
        if (!container.at("readinessProbe").exists()) {
            found(deployment, "没有 readinessProbe：进程一启动就会收到请求，"
                    + "这时它还没有准备好");
        }
        if (liveness.at("httpGet", "path").is("/actuator/health")) {
            found(deployment, "livenessProbe 问的是 /actuator/health：数据库一停，"
                    + "健康的 Pod 会被反复重启，改成 /actuator/health/liveness");
        }
        if (liveness.exists() && !container.at("startupProbe").exists()) {
            int period = liveness.at("periodSeconds").number(10);
            int seconds = liveness.at("initialDelaySeconds").number(0)
                    + period * liveness.at("failureThreshold").number(3);
            found(deployment, "没有 startupProbe：启动超过约 " + seconds
                    + " 秒，还没有起来就会被杀掉");
        }
    }
    // endregion probes

    private void stop(Node deployment, Node spec, Node container) {
        Node preStop = container.at("lifecycle", "preStop");
        int grace = spec.at("terminationGracePeriodSeconds").number(30);
        int sleep = preStop.at("sleep", "seconds").number(0);
        if (!preStop.exists()) {
            found(deployment, "没有 preStop：进程已经不接新连接，Service 还在把请求送来，发布时会丢请求");
        }
        // Spring Boot waits 30 s for requests under way unless told otherwise.
        else if (sleep + 30 > grace && !preStop.at("exec").exists()) {
            int left = grace - sleep;
            found(deployment, "preStop 用掉 " + sleep + " 秒，宽限期 " + grace + " 秒只剩 " + left
                    + " 秒：spring.lifecycle.timeout-per-shutdown-phase 要小于它（默认 30 秒）");
        }
    }

    private void resources(Node deployment, Node container) {
        Node resources = container.at("resources");
        if (!resources.at("limits", "memory").exists()) {
            found(deployment, "没有 limits.memory：JVM 按整台机器的内存算堆的大小");
        }
        if (!resources.at("requests", "cpu").exists() || !resources.at("requests", "memory").exists()) {
            found(deployment, "requests 不全：调度器不知道它要多少，会把太多 Pod 放在一台机器上");
        }
    }

    private void variables(Node deployment, Node container) {
        for (Node variable : container.at("env").items()) {
            if (variable.at("value").exists()
                    && variable.at("name").text().matches("(?i).*(PASSWORD|SECRET|TOKEN|KEY)$")) {
                found(deployment, "变量 " + variable.at("name").text() + " 的值直接写在清单里：改用 Secret");
            }
            exists(deployment, "Secret", variable.at("valueFrom", "secretKeyRef", "name"));
        }
        for (Node source : container.at("envFrom").items()) {
            exists(deployment, "ConfigMap", source.at("configMapRef", "name"));
            exists(deployment, "Secret", source.at("secretRef", "name"));
        }
    }

    private void exists(Node deployment, String kind, Node name) {
        if (name.exists() && of(kind).stream().noneMatch(object -> object.at("metadata", "name").is(name.text()))) {
            found(deployment, kind + " " + name.text() + " 不在这些清单里：集群里也没有的话，"
                    + "Pod 会停在 CreateContainerConfigError");
        }
    }

    // region service
    private void service(Node service) {
        Node selector = service.at("spec", "selector");
        List<Node> matching = of("Deployment").stream()
                .map(deployment -> deployment.at("spec", "template"))
                .filter(template -> template.at("metadata", "labels").contains(selector))
                .toList();
        if (matching.isEmpty()) {
            found(service, "selector 选不中任何 Pod：请求会没有人接");
            return;
        }
        for (Node port : service.at("spec", "ports").items()) {
            String target = port.at("targetPort").text();
            boolean named = matching.stream()
                    .map(template -> template.at("spec", "containers"))
                    .flatMap(containers -> containers.items().stream())
                    .flatMap(container -> container.at("ports").items().stream())
                    .anyMatch(one -> one.at("name").is(target));
            if (target.matches(".*[a-z].*") && !named) {
                found(service, "targetPort " + target + " 不是容器里的端口名");
            }
        }
    }
    // endregion service

    private void budget(Node budget) {
        for (Node deployment : of("Deployment")) {
            if (deployment.at("spec", "template", "metadata", "labels")
                    .contains(budget.at("spec", "selector", "matchLabels"))
                    && budget.at("spec", "minAvailable").number(0) >= deployment.at("spec", "replicas").number(1)) {
                found(budget, "minAvailable 不小于副本数：一个 Pod 也不许走，机器永远腾不空");
            }
        }
    }

    private void scaler(Node scaler) {
        for (Node deployment : of("Deployment")) {
            boolean target = deployment.at("metadata", "name")
                    .is(scaler.at("spec", "scaleTargetRef", "name").text());
            boolean request = deployment.at("spec", "template", "spec", "containers").items().stream()
                    .allMatch(container -> container.at("resources", "requests", "cpu").exists());
            if (target && !request) {
                found(scaler, "按 CPU 的百分比伸缩，容器却没有 requests.cpu：百分比没有分母");
            }
        }
    }

    /** A part of a document that may be missing. */
    private record Node(Object value) {

        Node at(String... names) {
            Object here = value;
            for (String name : names) {
                here = here instanceof Map<?, ?> map ? map.get(name) : null;
            }
            return new Node(here);
        }

        boolean exists() {
            return value != null;
        }

        boolean is(String text) {
            return exists() && value.toString().equals(text);
        }

        String text() {
            return exists() ? value.toString() : "";
        }

        int number(int otherwise) {
            return text().matches("\\d{1,9}") ? Integer.parseInt(text()) : otherwise;
        }

        List<Node> items() {
            return value instanceof List<?> list ? list.stream().map(Node::new).toList() : List.of();
        }

        boolean contains(Node entries) {
            return value instanceof Map<?, ?> map && entries.value instanceof Map<?, ?> wanted && !wanted.isEmpty()
                    && map.entrySet().containsAll(wanted.entrySet());
        }
    }
}
