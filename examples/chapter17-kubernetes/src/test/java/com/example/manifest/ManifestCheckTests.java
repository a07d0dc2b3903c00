package com.example.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.example.book.ConsoleRun;
import com.example.book.Recording;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The tool, on the book's manifests and on each way to spoil them. */
class ManifestCheckTests {

    private static String all() throws IOException {
        StringBuilder all = new StringBuilder();
        for (String folder : new String[] {"k8s/base", "k8s/overlays/prod"}) {
            try (Stream<Path> files = Files.list(Recording.module().resolve(folder))) {
                for (Path file : files.filter(path -> !path.endsWith("kustomization.yaml")).sorted().toList()) {
                    all.append(Files.readString(file)).append("---\n");
                }
            }
        }
        // What the overlay's patch does.
        return all.toString().replace("  replicas: 2\n", "");
    }

    @Test
    void bookstoreIsClean() {
        ConsoleRun run = ConsoleRun.java(ManifestCheck.class, Recording.module().resolve("k8s/base").toString());
        // The page's grace period is 45 s: what is left is told, and application.yml stays below it.
        assertThat(run.output().lines()).containsExactly("没有发现问题");
        assertThat(run.exitCode()).isZero();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            image: registry.example.com/bookstore:1.0.0 | image: bookstore:latest | 没有写确定的版本
            image: registry.example.com/bookstore:1.0.0 | image: host:5000/bookstore | 没有写确定的版本
            readinessProbe: | x-readinessProbe: | 没有 readinessProbe
            startupProbe: | x-startupProbe: | 启动超过约 30 秒
            preStop: | x-preStop: | 发布时会丢请求
            terminationGracePeriodSeconds: 45 | terminationGracePeriodSeconds: 30 | 只剩 20 秒
            terminationGracePeriodSeconds: 45 | x-grace: 45 | 只剩 20 秒
            `limits:` | x-limits: | 没有 limits.memory
            `cpu: 500m` | x-cpu: 500m | requests 不全
            `cpu: 500m` | x-cpu: 500m | 百分比没有分母
            `      labels:` | `      x-labels:` | selector 的标签
            `      labels:` | `      x-labels:` | 选不中任何 Pod
            matchLabels: | `matchExpressions:
                  - {key: app, operator: Exists}
                matchLabels:
                  tier: web` | selector 的标签
            targetPort: http | targetPort: web | 不是容器里的端口名
            maxUnavailable: 1 | minAvailable: 3 | 机器永远腾不空
            maxUnavailable: 1 | minAvailable: 100% | 机器永远腾不空
            maxUnavailable: 1 | minAvailable: 67% | 机器永远腾不空
            `maxUnavailable: 1
              selector` | `maxUnavailable: 0
              selector` | maxUnavailable 是 0
            `  # 哪些 Pod 归它管：标签相同的` | `  replicas: 2` | 从清单里去掉它
            type: RollingUpdate | type: Recreate | 中间没有人接请求
            `- name: http
                          containerPort` | `- name: web
                          containerPort` | livenessProbe 的端口 http 不是
            seconds: 10 | seconds: 60 | 比宽限期 45 秒长
            runAsUser: 10001 | x-runAsUser: 10001 | 没有写 runAsUser
            runAsUser: 10001 | runAsUser: 0 | runAsUser 是 0
            `securityContext:
                        runAsNonRoot: true
                        # 镜像里 USER 写的是名字，kubelet 认不出它是不是 root，所以写出编号
                        runAsUser: 10001` | x-securityContext: | 没有 runAsNonRoot
            `securityContext:
                        runAsNonRoot: true
                        # 镜像里 USER 写的是名字，kubelet 认不出它是不是 root，所以写出编号
                        runAsUser: 10001` | `securityContext:
                        runAsUser: 0` | 书店以 root 运行
            key: db-url | key: database-url | Secret bookstore 里没有 database-url
            `kind: Secret` | `kind: X-Secret` | Secret bookstore 不在
            `service:
                            name: bookstore` | `service:
                            name: book-store` | Service book-store 不在
            `port:
                              name: http` | `port:
                              number: 8080` | 没有这个端口：8080
            `envFrom:
                        - configMapRef:
                            name: bookstore` | `envFrom:
                        - configMapRef:
                            name: shop` | ConfigMap shop 不在
            """)
    void finds(String text, String replacement, String message) throws IOException {
        String yaml = all();
        assertThat(yaml).contains(text);
        assertThat(ManifestCheck.check(yaml.replace(text, replacement))).anyMatch(line -> line.contains(message));
    }

    /** What a cluster takes as well, the tool does not complain of. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            `            requests:
                          cpu: 500m
                          memory: 512Mi
                        limits:
                          memory: 512Mi` | `            limits:
                          cpu: 500m
                          memory: 512Mi`
            `  selector:
                app: bookstore
              ports:` | `  ports:`
            maxUnavailable: 1 | maxUnavailable: 50%
            maxUnavailable: 1 | minAvailable: 2
            image: registry.example.com/bookstore:1.0.0 | image: bookstore@sha256:0a1b2c
            `port:
                              name: http` | `port:
                              number: 80`
            `key: db-url` | `key: other
                              optional: true`
            path: /actuator/health/liveness | path: /livez
            `securityContext:
                        runAsNonRoot: true` | `securityContext:
                        runAsNonRoot: yes`
            runAsNonRoot: true | x-runAsNonRoot: true
            matchLabels: | `matchExpressions:
                  - {key: app, operator: In, values: [bookstore]}
                x-labels:`
            """)
    void isSilent(String text, String replacement) throws IOException {
        String yaml = all();
        assertThat(yaml).contains(text);
        assertThat(ManifestCheck.check(yaml.replace(text, replacement))).isEmpty();
    }

    /** A preStop of another program takes nobody knows how long. */
    @Test
    void execTakesItsTime() throws IOException {
        String yaml = all().replace("terminationGracePeriodSeconds: 45", "terminationGracePeriodSeconds: 25");
        assertThat(ManifestCheck.check(yaml)).singleElement().asString().contains("只剩 15 秒");
        String exec = yaml.replace("sleep:\n                seconds: 10", "exec: {command: [sleep, '10']}");
        assertThat(exec).isNotEqualTo(yaml);
        assertThat(ManifestCheck.check(exec)).isEmpty();
    }

    /** What the pod says counts for its containers, unless they say something else. */
    @Test
    void securityContextOfThePod() throws IOException {
        String pod = all().replace("            runAsNonRoot: true\n", "").replace("            runAsUser: 10001\n", "")
                .replace("      terminationGracePeriodSeconds: 45\n", """
                              terminationGracePeriodSeconds: 45
                              securityContext:
                                runAsNonRoot: true
                                runAsUser: 10001
                        """);
        assertThat(ManifestCheck.check(pod)).isEmpty();
        String own = pod.replace("            allowPrivilegeEscalation", "            runAsUser: 0\n            allowPrivilegeEscalation");
        assertThat(ManifestCheck.check(own)).singleElement().asString().contains("runAsUser 是 0");
    }

    /** Pods may come from something else than a Deployment. */
    @ParameterizedTest
    @ValueSource(strings = {"StatefulSet", "DaemonSet", "Job", "CronJob", "Pod"})
    void serviceOfOtherPods(String kind) throws IOException {
        String labels = "metadata: {name: db, labels: {app: db}}\n";
        String others = "kind: " + kind + "\n" + switch (kind) {
            case "Pod" -> labels;
            case "CronJob" -> "metadata: {name: db}\nspec:\n  jobTemplate:\n    spec:\n      template:\n        " + labels;
            default -> "metadata: {name: db}\nspec:\n  template:\n    " + labels;
        }
                + "---\nkind: Service\nmetadata: {name: db}\nspec:\n  selector: {app: db}\n  ports: [{port: 5432}]\n";
        assertThat(ManifestCheck.check(all() + others)).isEmpty();
    }

    /** Who scales by memory needs no share of a processor; who scales by nothing named scales by it. */
    @Test
    void scalesByMemory() throws IOException {
        String yaml = all().replace("              cpu: 500m", "              ephemeral-storage: 1Gi");
        assertThat(ManifestCheck.check(yaml)).anyMatch(line -> line.contains("百分比没有分母"));
        assertThat(ManifestCheck.check(yaml.replace("        name: cpu", "        name: memory")))
                .noneMatch(line -> line.contains("百分比没有分母"));
        assertThat(ManifestCheck.check(yaml.replaceFirst("(?s)  metrics:.*?averageUtilization: 60\n", "")))
                .anyMatch(line -> line.contains("百分比没有分母"));
    }

    /** Without minReplicas a scaler may go down to one pod. */
    @Test
    void budgetOfOnePod() throws IOException {
        String yaml = all().replace("  minReplicas: 3\n", "").replace("maxUnavailable: 1\n", "minAvailable: 1\n");
        assertThat(ManifestCheck.check(yaml)).singleElement().asString().contains("机器永远腾不空");
    }

    /** What {@code kubectl get -o yaml} prints. */
    @Test
    void list() {
        String yaml = """
                kind: List
                items:
                  - kind: Service
                    metadata: {name: bookstore}
                    spec:
                      selector: {app: nobody}
                """;
        assertThat(ManifestCheck.check(yaml)).singleElement().asString().contains("选不中任何 Pod");
    }

    @Test
    void productionIsClean() throws IOException {
        assertThat(ManifestCheck.check(all())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/actuator/health", "/actuator/health/", "/actuator/health/readiness",
            "/actuator/health/db"})
    void livenessAsksEverything(String path) throws IOException {
        String yaml = all().replaceFirst("(livenessProbe:\\s+httpGet:\\s+path: )\\S+", "$1" + path);
        assertThat(ManifestCheck.check(yaml)).singleElement().asString().contains("健康的 Pod 会被反复重启");
    }

    @Test
    void plainPassword() throws IOException {
        String yaml = all().replace("          env:\n",
                "          env:\n            - name: DB_PASSWORD\n              value: abc\n");
        assertThat(ManifestCheck.check(yaml)).singleElement().asString().contains("DB_PASSWORD", "改用 Secret");
    }

    @Test
    void brokenYaml() {
        assertThat(ManifestCheck.check("kind: Deployment\n  name: x: y")).singleElement().asString()
                .startsWith("YAML 读不懂");
        assertThat(ManifestCheck.check("只是一句话")).singleElement().asString().startsWith("YAML：");
        assertThat(ManifestCheck.check("")).isEmpty();
    }

    /** What a beginner writes first. */
    @Test
    void firstDraft() {
        String draft = """
                apiVersion: apps/v1
                kind: Deployment
                metadata:
                  name: bookstore
                spec:
                  replicas: 2
                  selector:
                    matchLabels: {app: bookstore}
                  template:
                    metadata:
                      labels: {app: bookstore}
                    spec:
                      containers:
                        - name: bookstore
                          image: bookstore
                          livenessProbe:
                            httpGet: {path: /actuator/health, port: 8080}
                ---
                apiVersion: v1
                kind: Service
                metadata:
                  name: bookstore
                spec:
                  selector: {app: book-store}
                  ports: [{port: 80, targetPort: 8080}]
                """;
        Recording.check("first-draft.txt", ManifestCheck.check(draft).stream().collect(Collectors.joining("\n")));
        assertThat(ManifestCheck.check(draft)).hasSize(9);
    }
}
