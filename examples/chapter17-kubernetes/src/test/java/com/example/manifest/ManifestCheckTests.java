package com.example.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.example.book.ConsoleRun;
import com.example.book.ProgramFolder;
import com.example.book.Recording;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
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
            `      labels:` | `      x-labels:` | 选不中这些清单里的 Pod
            `      containers:` | `      x-containers:` | 没有 containers
            path: /actuator/health/liveness | path: /shop/actuator/health | 健康的 Pod 会被反复重启
            path: /actuator/health/liveness | path: actuator/health | 健康的 Pod 会被反复重启
            path: /actuator/health/liveness | path: /shop/actuator/health/readiness | 暂时不接请求，就会被重启
            `livenessProbe:
                        httpGet:
                          path: /actuator/health/liveness
                          port: http` | `livenessProbe:
                        exec:
                          command: [curl, -f, "http://localhost:8080/actuator/health"]` | livenessProbe 问的是 /actuator/health：数据库一停
            `livenessProbe:
                        httpGet:
                          path: /actuator/health/liveness
                          port: http` | `livenessProbe:
                        exec:
                          command: [sh, -c, "curl -f 'localhost:8080/actuator/health/readiness' || exit 1"]` | 暂时不接请求，就会被重启
            seconds: 10 | seconds: 0 | preStop 的 sleep 是 0 秒
            maxUnavailable: 0 | maxUnavailable: 3 | 副本有 3 个：发布时可以一个也不剩
            maxUnavailable: 0 | maxUnavailable: 100% | 副本有 3 个：发布时可以一个也不剩
            `livenessProbe:
                        httpGet:
                          path: /actuator/health/liveness
                          port: http` | `livenessProbe:
                        tcpSocket:
                          port: web` | livenessProbe 的端口 web 不是
            `          env:
            ` | `          env:
                        - {name: DB_PASSWD, value: abc}
            ` | 变量 DB_PASSWD 的值
            `          env:
            ` | `          env:
                        - {name: DB_URL, value: "jdbc:postgresql://db/shop?user=li&password=abc"}
            ` | 变量 DB_URL 的值
            `          env:
            ` | `          env:
                        - {name: DB_URL, value: "mongodb://li:abc@db/shop"}
            ` | 变量 DB_URL 的值
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
            maxUnavailable: 0 | maxUnavailable: 99%
            maxUnavailable: 0 | maxUnavailable: 2
            `livenessProbe:
                        httpGet:
                          path: /actuator/health/liveness
                          port: http` | `livenessProbe:
                        exec:
                          command: [sh, -c, "curl -f 'localhost:8080/actuator/health/liveness' || exit 1"]`
            path: /actuator/health/liveness | path: /shop/actuator/health/liveness?from=kubelet
            `          env:
            ` | `          env:
                        - {name: PARTITION_KEY, value: region}
                        - {name: DB_PASSWORD, value: $(OTHER)}
                        - {name: STORE_SECRET, value: /run/secrets/store}
                        - {name: API_TOKEN, value: ""}
                        - {name: DB_URL, value: "jdbc:postgresql://db/shop?user=li&password=$(OTHER)"}
            `
            `service:
                            name: bookstore
                            port:
                              name: http` | `resource: {kind: StorageBucket, name: covers}`
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

    /** Two variables from one Secret that is not there: one mistake. */
    @Test
    void sameMistakeOnce() throws IOException {
        assertThat(ManifestCheck.check(Files.readString(Recording.module().resolve("k8s/base/deployment.yaml"))))
                .satisfiesExactly(line -> assertThat(line).contains("Secret bookstore 不在"),
                        line -> assertThat(line).contains("ConfigMap bookstore 不在"));
    }

    /** How long the application takes to start, a manifest does not say. */
    @Test
    void aShortStartupProbe() throws IOException {
        String yaml = all().replace("periodSeconds: 5\n            timeoutSeconds: 3\n            failureThreshold: 60",
                "periodSeconds: 1\n            timeoutSeconds: 1\n            failureThreshold: 3");
        assertThat(yaml).isNotEqualTo(all());
        assertThat(ManifestCheck.check(yaml)).isEmpty();
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
        assertThat(ManifestCheck.check(yaml)).singleElement().asString().contains("选不中这些清单里的 Pod");
        String list = "kind: List\nitems:\n  - " + yaml.strip().replace("\n", "\n    ");
        assertThat(ManifestCheck.check(list)).isEqualTo(ManifestCheck.check(yaml));
    }

    /** The nightly report is the bookstore, too: not as root, with a limit, without a probe. */
    @Test
    void cronJob() throws IOException {
        String report = Files.readString(Recording.module().resolve("k8s/report-cronjob.yaml"));
        String yaml = all() + report;
        assertThat(ManifestCheck.check(yaml)).isEmpty();
        assertThat(ManifestCheck.check(all() + report.replace("runAsNonRoot: true", "runAsNonRoot: false")
                .replace("runAsUser: 10001", "runAsUser: 0"))).singleElement().asString().contains("CronJob/bookstore-report", "runAsUser 是 0");
        assertThat(ManifestCheck.check(all() + report.replace("limits:", "x-limits:"))).singleElement().asString()
                .contains("没有 limits.memory");
        assertThat(ManifestCheck.check(all() + report.replace("key: db-url", "key: url"))).singleElement().asString()
                .contains("里没有 url");
    }

    /** With a second container, each finding says whose it is. */
    @Test
    void secondContainer() throws IOException {
        String yaml = all().replace("      containers:\n", "      containers:\n        - {name: proxy, image: \"envoy:1.30\"}\n");
        assertThat(ManifestCheck.check(yaml)).hasSizeGreaterThan(3).allMatch(line -> line.contains("容器 proxy ")
                || line.contains("百分比没有分母"));
    }

    /** Two containers of a pod cannot listen on one port; one container may name a port twice. */
    @Test
    void samePortTwice() throws IOException {
        String proxy = "      containers:\n        - {name: proxy, image: \"envoy:1.30\", ports: [{containerPort: 8080%s}]}\n";
        assertThat(ManifestCheck.check(all().replace("      containers:\n", proxy.formatted(""))))
                .anyMatch(line -> line.contains("Deployment/bookstore：两个容器都写了端口 8080/TCP"));
        assertThat(ManifestCheck.check(all().replace("      containers:\n", proxy.formatted(", protocol: UDP"))))
                .noneMatch(line -> line.contains("两个容器都写了端口"));
        assertThat(ManifestCheck.check(all().replace("              containerPort: 8080\n",
                "              containerPort: 8080\n            - {name: web, containerPort: 8080}\n"))).isEmpty();
    }

    /** A template of Helm is no manifest yet, a patch of Kustomize is none either. */
    @Test
    void notRendered() {
        assertThat(ManifestCheck.check("kind: Deployment\nmetadata:\n  name: {{ .Values.name }}\n")).singleElement()
                .asString().contains("helm template");
        assertThat(ManifestCheck.check("kind: Deployment\n{{- if .Values.on }}\nspec: {}\n{{- end }}\n")).singleElement()
                .asString().contains("helm template");
        assertThat(ManifestCheck.check("kind: ConfigMap\ndata:\n  alert: '{{ $labels.pod }}'\n")).isEmpty();
        assertThat(ManifestCheck.check("- op: remove\n  path: /spec/replicas\n")).isEmpty();
    }

    /** What is not there or cannot be read is never taken for a clean manifest. */
    @Test
    void files() throws IOException {
        try (ProgramFolder folder = ProgramFolder.create("manifests-")) {
            assertThat(run(folder, "")).satisfies(run -> assertThat(run.exitCode()).isEqualTo(2))
                    .extracting(ConsoleRun::output).asString().contains("里没有清单");
            Files.createDirectory(folder.path().resolve("shop"));
            Path file = folder.write("shop/shop.yaml", "# nothing\n---\n");
            assertThat(run(folder, "shop").exitCode()).isEqualTo(2);
            Files.createDirectory(folder.path().resolve("shop/folder.yaml"));
            Files.writeString(file, "kind: Service\nmetadata: {name: 书店}\nspec: {selector: {app: a}}\n", StandardCharsets.UTF_16);
            assertThat(run(folder, "shop").output()).contains("Service/书店：selector 选不中", "发现 1 处");
            Files.writeString(file, "kind: Service # 书店\n", Charset.forName("GBK"));
            assertThat(run(folder, "shop")).satisfies(run -> assertThat(run.exitCode()).isEqualTo(2))
                    .extracting(ConsoleRun::output).asString().contains("shop.yaml 不是 UTF-8 编码").doesNotContain("\tat ");
            Files.writeString(file, "kind: Service\nmetadata: {name: a}\nmetadata: {name: b}\n");
            folder.write("shop/other.json", "{\"kind\": \"Service\", \"spec\": {\"selector\": {\"app\": \"a\"}}}");
            assertThat(run(folder, "shop").output()).contains("shop.yaml：YAML 读不懂，同一个键写了两次：第 3 行", "发现 1 处");
            Files.delete(file);
            assertThat(run(folder, "shop").output()).contains("Service/：selector 选不中");
            assertThat(run(folder, "shop/other.json").exitCode()).isEqualTo(1);
            assertThat(run(folder, "nowhere").output()).contains("用法");
        }
    }

    /** In a container there is often no LANG: what it says is UTF-8 there, too. */
    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "LC_ALL=C plays a system that knows only ASCII")
    void whereTheSystemKnowsOnlyAscii() {
        try (ProgramFolder folder = ProgramFolder.create("manifests-")) {
            folder.write("service.yaml", "kind: Service\nmetadata: {name: 书店}\nspec: {selector: {app: a}}\n");
            assertThat(ascii(folder.path().toString())).contains("Service/书店：selector 选不中", "发现 1 处");
            assertThat(ascii()).contains("用法：ManifestCheck 放清单的目录");
            // Java cannot tell such a name's letters there.
            assertThat(ascii(folder.path() + "/清单")).startsWith("读不了清单：认不出这个路径").contains("LC_ALL=C.UTF-8").doesNotContain("\tat ");
        }
    }

    private static String ascii(String... arguments) {
        return ConsoleRun.run(ConsoleRun.javaCommand(ManifestCheck.class, arguments).stream()
                .filter(word -> !word.contains("encoding=")).toList(), Recording.module(), null, Map.of("LC_ALL", "C")).output();
    }

    /** Containers that no rule looks at are named: silence would be read as praise. */
    @Test
    void notChecked() throws IOException {
        String containers = "spec: {containers: [{name: a, image: a}]}";
        try (ProgramFolder folder = ProgramFolder.create("manifests-")) {
            folder.write("shop.yaml", "kind: Pod\nmetadata: {name: shell}\n" + containers);
            assertThat(run(folder, "").output().lines()).containsExactly(
                    "没有查 Pod/shell 的容器：只查 Deployment、CronJob、Job 的", "没有发现问题");
            folder.write("other.yaml", Stream.of("DaemonSet", "StatefulSet", "ReplicaSet", "deployment")
                    .map(kind -> "kind: " + kind + "\nmetadata: {name: a}\nspec: {template: {" + containers + "}}\n")
                    .collect(Collectors.joining("---\n")));
            assertThat(run(folder, "").output()).startsWith("没有查 DaemonSet/a、StatefulSet/a、ReplicaSet/a、deployment/a、Pod/shell 的容器");
            folder.write("other.yaml", "kind: List\nitems: [{kind: SealedSecret, spec: {template: {metadata: {name: a}}}},"
                    + " {kind: Job, metadata: {name: j}, spec: {template: {" + containers + "}}}]\n");
            assertThat(run(folder, "").output()).contains("Job/j：", "没有查 Pod/shell 的容器", "发现 ");
        }
    }

    /** Data beside the manifests hides no finding, and is no manifest itself; a manifest that is spoilt is said. */
    @Test
    void data() throws IOException {
        try (ProgramFolder folder = ProgramFolder.create("manifests-")) {
            folder.write("data.json", "[{\"a\": 1, \"kind\": \"b\"}]");
            folder.write("package.json", "{\"name\": \"shop\", \"title\": {\"kind\": {\"a\": []}}}");
            folder.write("word.json", "\"kind\"");
            folder.write("comment.json", "{ // not even JSON\n \"a\": [1,\n}");
            assertThat(run(folder, "")).satisfies(run -> assertThat(run.exitCode()).isEqualTo(2))
                    .extracting(ConsoleRun::output).asString().contains("里没有清单");
            folder.write("service.yaml", "kind: Service\nspec: {selector: {app: a}}\n");
            assertThat(run(folder, "").output()).startsWith("Service/：selector 选不中").contains("发现 1 处");
            folder.write("service.json", "{\"kind\": \"Service\", \"kind\": \"Service\"}");
            assertThat(run(folder, "").output()).contains("service.json：YAML 读不懂，同一个键写了两次", "发现 1 处");
        }
    }

    private static ConsoleRun run(ProgramFolder folder, String place) {
        return ConsoleRun.java(ManifestCheck.class, folder.path().resolve(place).toString());
    }

    @Test
    void productionIsClean() throws IOException {
        assertThat(ManifestCheck.check(all())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/actuator/health", "/actuator/health/",
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
        assertThat(ManifestCheck.check("kind: Service\nspec: !Ref shop\n")).singleElement().asString()
                .startsWith("YAML 读不懂，不认识 ! 开头的标签：第 2 行");
    }

    /** An alias that stands inside what it names. */
    @Test
    void recursiveAlias() {
        assertThat(ManifestCheck.check("kind: Service\nspec: &spec\n  again: *spec\n")).singleElement().asString()
                .isEqualTo("YAML 读不懂：别名指向了包含它自己的那一段");
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
