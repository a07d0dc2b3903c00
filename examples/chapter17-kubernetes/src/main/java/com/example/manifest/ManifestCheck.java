package com.example.manifest;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * Reads manifests and says what will go wrong, in words for a beginner. One file that needs only
 * SnakeYAML: {@code java -cp … ManifestCheck 目录} prints a line for each finding, exit code 1 if there is any,
 * 2 if the manifests cannot be read.
 */
public final class ManifestCheck {

    private static final String HELM = "这是 Helm 的模板，先用 helm template 换成清单再检查";
    /** Whose containers are looked at. */
    private static final List<String> CHECKED = List.of("Deployment", "CronJob", "Job");
    private static final Pattern SECRET =
            Pattern.compile("(?i)(PASSWORD|PASSWD|SECRET|TOKEN|(API|PRIVATE|ACCESS|PAYMENT)[_.-]?KEY)$");
    private static final Pattern HEALTH = Pattern.compile("/actuator/health[^\\s\"']*");
    private static final Pattern PASSWORD_IN_URL =
            Pattern.compile("(?i)[?&;]password=[^&;$]|://[^/:@\\s]+:[^/@$\\s]+@");

    private final List<Node> documents;
    private final List<String> findings = new ArrayList<>();
    /** Which of several containers is looked at; empty when there is only one. */
    private String container = "";

    private ManifestCheck(List<Node> documents) {
        this.documents = documents;
    }

    /** A pipeline often has no LANG, and would print question marks: there it is UTF-8. */
    private static PrintStream legible(PrintStream stream, String property, FileDescriptor descriptor) {
        Charset charset = Charset.forName(System.getProperty(property, Charset.defaultCharset().name()));
        return charset.newEncoder().canEncode('清') ? stream
                : new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
    }

    public static void main(String[] args) {
        System.setOut(legible(System.out, "stdout.encoding", FileDescriptor.out));
        System.setErr(legible(System.err, "stderr.encoding", FileDescriptor.err));
        try {
            if (args.length != 1 || !Files.exists(Path.of(args[0]))) {
                System.err.println("用法：ManifestCheck 放清单的目录");
                System.exit(2);
            }
            List<String> notChecked = new ArrayList<>();
            List<String> findings = check(read(Path.of(args[0])), notChecked);
            findings.forEach(System.out::println);
            if (!notChecked.isEmpty()) {
                System.out.println("没有查 " + String.join("、", notChecked) + " 的容器：只查 " + String.join("、", CHECKED) + " 的");
            }
            System.out.println(findings.isEmpty() ? "没有发现问题" : "发现 " + findings.size() + " 处");
            System.exit(findings.isEmpty() ? 0 : 1);
        }
        catch (InvalidPathException ex) {
            System.err.println("读不了清单：认不出这个路径，" + ex.getReason() + "；里面有汉字的，先 export LC_ALL=C.UTF-8");
            System.exit(2);
        }
        catch (IOException | UncheckedIOException ex) {
            System.err.println("读不了清单：" + ex.getMessage());
            System.exit(2);
        }
    }

    /** What stands in the files, by their names. */
    private static Map<String, String> read(Path folder) throws IOException {
        Map<String, String> texts = new LinkedHashMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(path -> path.toString().matches(".*\\.(ya?ml|json)"))
                    .filter(path -> !path.getFileName().toString().toLowerCase(Locale.ROOT)
                            .startsWith("kustomization"))
                    .filter(Files::isRegularFile).sorted().toList()) {
                String text = text(file);
                if (!isData(file, text)) {
                    texts.put(file + "：", text);
                }
            }
        }
        if (texts.values().stream().noneMatch(text -> text.contains("kind"))) {
            throw new IOException(folder + " 里没有清单：要 .yaml、.yml 或 .json 文件，里面有 kind");
        }
        return texts;
    }

    /** A file of JSON that is no manifest: no object, or one without a kind. */
    private static boolean isData(Path file, String text) {
        if (!file.toString().endsWith(".json")) {
            return false;
        }
        try {
            return !(new Yaml(new SafeConstructor(options())).load(text) instanceof Map<?, ?> object
                    && object.containsKey("kind"));
        }
        catch (YAMLException ex) {
            return !text.contains("\"kind\"");
        }
    }

    /** PowerShell 5 writes UTF-16 when the output of a command goes to a file. */
    private static String text(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        boolean utf16 = bytes.length > 1 && (bytes[0] & 0xff) + (bytes[1] & 0xff) == 0xff + 0xfe;
        try {
            return (utf16 ? StandardCharsets.UTF_16 : StandardCharsets.UTF_8).newDecoder()
                    .decode(ByteBuffer.wrap(bytes)).toString();
        }
        catch (CharacterCodingException ex) {
            throw new IOException(file + " 不是 UTF-8 编码，另存成 UTF-8 再检查", ex);
        }
    }

    /** The findings for one or more documents of YAML. */
    public static List<String> check(String yaml) {
        return check(Map.of("", yaml), new ArrayList<>());
    }

    private static List<String> check(Map<String, String> texts, List<String> notChecked) {
        List<Node> documents = new ArrayList<>();
        List<String> unreadable = new ArrayList<>();
        texts.forEach((file, text) -> {
            try {
                for (Object document : new Yaml(new SafeConstructor(options())).loadAll(text)) {
                    if (holdsItself(document, List.of())) {
                        unreadable.add(file + "YAML 读不懂：别名指向了包含它自己的那一段");
                    }
                    else if (isTemplate(document)) {
                        unreadable.add(file + HELM);
                    }
                    else if (document instanceof Map) {
                        documents.addAll(objects(new Node(document)));
                    }
                    else if (document != null && !isPatch(document)) {
                        unreadable.add(file + "YAML：一份清单应当是“键: 值”，这里是 " + document);
                    }
                }
            }
            catch (MarkedYAMLException ex) {
                unreadable.add(file + (text.contains("{{") ? HELM : "YAML 读不懂，"
                        + mistake(ex.getProblem())
                        + "：第 " + (ex.getProblemMark().getLine() + 1) + " 行，" + ex.getProblem()));
            }
            catch (YAMLException ex) {
                unreadable.add(file + "YAML 读不懂：" + ex.getMessage().lines().findFirst().orElse(""));
            }
        });
        documents.stream().filter(document -> !CHECKED.contains(document.at("kind").text()))
                .filter(document -> template(document).at("spec", "containers").exists())
                .map(ManifestCheck::name).forEach(notChecked::add);
        // What an unreadable file has would be missing in the others.
        return unreadable.isEmpty() ? new ManifestCheck(documents).run() : unreadable.stream().distinct().toList();
    }

    /** A key twice is a mistake that the cluster refuses; a large chart has many lines. */
    private static LoaderOptions options() {
        LoaderOptions options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        options.setCodePointLimit(Integer.MAX_VALUE);
        return options;
    }

    private static String mistake(String problem) {
        return problem.contains("duplicate key") ? "同一个键写了两次"
                : problem.contains("constructor for the tag") ? "不认识 ! 开头的标签" : "多半是缩进";
    }

    /** YAML allows an alias inside what it names; no manifest has a use for it. */
    private static boolean holdsItself(Object value, List<Object> above) {
        if (above.stream().anyMatch(one -> one == value)) {
            return true;
        }
        Collection<?> parts = value instanceof Map<?, ?> map ? map.values()
                : value instanceof List<?> list ? list : List.of();
        List<Object> here = Stream.concat(above.stream(), Stream.of(value)).toList();
        return parts.stream().filter(part -> part instanceof Map || part instanceof List)
                .anyMatch(part -> holdsItself(part, here));
    }

    /** To YAML, <code>{{ .Values.image }}</code> without quotes is a map in a map's key. */
    private static boolean isTemplate(Object value) {
        return switch (value) {
            case Map<?, ?> map -> map.keySet().stream().anyMatch(Map.class::isInstance)
                    || map.values().stream().anyMatch(ManifestCheck::isTemplate);
            case List<?> list -> list.stream().anyMatch(ManifestCheck::isTemplate);
            case null, default -> false;
        };
    }

    /** The steps of a JSON patch, which stands beside the manifests of Kustomize. */
    private static boolean isPatch(Object document) {
        return document instanceof List<?> steps
                && steps.stream().allMatch(step -> step instanceof Map<?, ?> map && map.containsKey("op"));
    }

    /** {@code kubectl get -o yaml} prints a list of objects as one document. */
    private static List<Node> objects(Node document) {
        return document.at("kind").text().endsWith("List")
                ? document.at("items").items().stream().flatMap(item -> objects(item).stream()).toList()
                : List.of(document);
    }

    private List<String> run() {
        of("Deployment").forEach(this::deployment);
        of("CronJob").forEach(this::job);
        of("Job").forEach(this::job);
        of("Service").forEach(this::service);
        of("Ingress").forEach(this::ingress);
        of("PodDisruptionBudget").forEach(this::budget);
        of("HorizontalPodAutoscaler").forEach(this::scaler);
        return findings.stream().distinct().toList();
    }

    private List<Node> of(String kind) {
        return documents.stream().filter(document -> document.at("kind").is(kind)).toList();
    }

    private void found(Node object, String what) {
        findings.add(name(object) + "：" + container + what);
    }

    private static String name(Node object) {
        return object.at("kind").text() + "/" + object.at("metadata", "name").text();
    }

    private void deployment(Node deployment) {
        Node template = template(deployment);
        if (template.at("spec", "containers").items().isEmpty()) {
            found(deployment, "没有 containers：是 Kustomize 的补丁的话，合成之后再检查");
            return;
        }
        Node selector = deployment.at("spec", "selector");
        Node wanted = selector.at("matchLabels");
        if ((wanted.exists() || !selector.at("matchExpressions").exists())
                && !template.at("metadata", "labels").contains(wanted)) {
            found(deployment, "selector 的标签，template 里没有：API 会拒绝这份清单");
        }
        strategy(deployment);
        Node spec = template.at("spec");
        samePort(deployment, spec);
        each(spec, container -> {
            image(deployment, container);
            probes(deployment, container);
            ports(deployment, container);
            stop(deployment, spec, container);
            resources(deployment, container);
            variables(deployment, container);
            user(deployment, spec, container);
        });
    }

    /** It ends by itself and takes no requests, so it needs neither probes nor a preStop. */
    private void job(Node job) {
        Node spec = template(job).at("spec");
        each(spec, container -> {
            image(job, container);
            resources(job, container);
            variables(job, container);
            user(job, spec, container);
        });
    }

    private void each(Node spec, Consumer<Node> rules) {
        List<Node> containers = spec.at("containers").items();
        containers.forEach(one -> {
            container = containers.size() == 1 ? "" : "容器 " + one.at("name").text() + " ";
            rules.accept(one);
        });
        container = "";
    }

    private void strategy(Node deployment) {
        if (deployment.at("spec", "strategy", "type").is("Recreate")) {
            found(deployment, "strategy 是 Recreate：先停掉全部旧的再启动新的，中间没有人接请求");
        }
        Node gone = deployment.at("spec", "strategy", "rollingUpdate", "maxUnavailable");
        int replicas = replicas(deployment);
        if (gone.exists() && replicas > 0 && pods(gone, replicas, false) >= replicas) {
            found(deployment, "maxUnavailable 是 " + gone.text() + "，副本有 " + replicas
                    + " 个：发布时可以一个也不剩，没有人接请求");
        }
    }

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
        String path = asked(liveness);
        if (path.matches("(.*/)?actuator/health/readiness/?(\\?.*)?")) {
            found(deployment, "livenessProbe 问的是 " + path + "：Pod 暂时不接请求，"
                    + "就会被重启，改成 /actuator/health/liveness");
        }
        else if (path.matches("(.*/)?actuator/health(?!/liveness/?(\\?.*)?$).*")) {
            found(deployment, "livenessProbe 问的是 " + path + "：数据库一停，"
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

    /** The path that a probe asks, or that its command has in it. */
    private static String asked(Node probe) {
        Matcher inCommand = HEALTH.matcher(probe.at("exec", "command").items().stream().map(Node::text)
                .collect(Collectors.joining(" ")));
        return inCommand.find() ? inCommand.group() : probe.at("httpGet", "path").text();
    }

    /** A name that no port has: such a probe fails each time. */
    private void ports(Node deployment, Node container) {
        for (String kind : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
            for (String way : List.of("httpGet", "tcpSocket")) {
                String port = container.at(kind, way, "port").text();
                if (isName(port) && container.at("ports").items().stream().noneMatch(one -> one.at("name").is(port))) {
                    found(deployment, kind + " 的端口 " + port + " 不是容器里的端口名：每一次都问不到");
                }
            }
        }
    }

    /** The containers of a pod share one network, so that a port is free for one of them only. */
    private void samePort(Node deployment, Node spec) {
        Set<String> taken = new HashSet<>();
        for (Node container : spec.at("containers").items()) {
            Set<String> own = new TreeSet<>();
            for (Node port : container.at("ports").items()) {
                String protocol = port.at("protocol").exists() ? port.at("protocol").text() : "TCP";
                own.add(port.at("containerPort").text() + "/" + protocol);
            }
            own.stream().filter(taken::contains).forEach(port -> found(deployment, "两个容器都写了端口 " + port
                    + "：一个 Pod 的容器共用一个网络，后监听的那个会起不来"));
            taken.addAll(own);
        }
    }

    private static boolean isName(String port) {
        return port.matches(".*[a-z].*");
    }

    private void stop(Node deployment, Node spec, Node container) {
        Node preStop = container.at("lifecycle", "preStop");
        int grace = spec.at("terminationGracePeriodSeconds").number(30);
        int sleep = preStop.at("sleep", "seconds").number(0);
        if (!preStop.exists()) {
            found(deployment, "没有 preStop：进程已经不接新连接，Service 还在把请求送来，发布时会丢请求");
        }
        else if (preStop.at("sleep").exists() && sleep == 0) {
            found(deployment, "preStop 的 sleep 是 0 秒：等于没有等，发布时会丢请求");
        }
        else if (sleep > grace) {
            found(deployment, "preStop 的 sleep 有 " + sleep + " 秒，比宽限期 " + grace + " 秒长：API 会拒绝这份清单");
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
        if (!requests(resources, "cpu") || !requests(resources, "memory")) {
            found(deployment, "requests 不全：调度器不知道它要多少，会把太多 Pod 放在一台机器上");
        }
    }

    /** Who writes only a limit, requests as much. */
    private static boolean requests(Node resources, String what) {
        return resources.at("requests", what).exists() || resources.at("limits", what).exists();
    }

    private void user(Node deployment, Node spec, Node container) {
        boolean noRoot = of("runAsNonRoot", spec, container).is("true");
        Node user = of("runAsUser", spec, container);
        if (user.is("0")) {
            found(deployment, "runAsUser 是 0：" + (noRoot ? "又写了 runAsNonRoot，Pod 会停在 CreateContainerConfigError"
                    : "书店以 root 运行"));
        }
        else if (noRoot && !user.exists()) {
            found(deployment, "写了 runAsNonRoot，没有写 runAsUser：镜像的 USER 是名字的话，"
                    + "Pod 会停在 CreateContainerConfigError");
        }
        else if (!noRoot && !user.exists()) {
            found(deployment, "没有 runAsNonRoot: true：镜像没有写 USER 的话，书店就以 root 运行");
        }
    }

    /** The container's own setting, or else the pod's. */
    private static Node of(String setting, Node spec, Node container) {
        Node own = container.at("securityContext", setting);
        return own.exists() ? own : spec.at("securityContext", setting);
    }

    private void variables(Node deployment, Node container) {
        for (Node variable : container.at("env").items()) {
            if (SECRET.matcher(variable.at("name").text()).find()
                    && !variable.at("value").text().matches("|/.*|\\$\\(.*\\)")
                    || PASSWORD_IN_URL.matcher(variable.at("value").text()).find()) {
                found(deployment, "变量 " + variable.at("name").text() + " 的值直接写在清单里：改用 Secret");
            }
            key(deployment, "Secret", variable.at("valueFrom", "secretKeyRef"));
            key(deployment, "ConfigMap", variable.at("valueFrom", "configMapKeyRef"));
        }
        for (Node source : container.at("envFrom").items()) {
            exists(deployment, "ConfigMap", source.at("configMapRef"));
            exists(deployment, "Secret", source.at("secretRef"));
        }
    }

    private void key(Node deployment, String kind, Node reference) {
        Node key = reference.at("key");
        boolean there = named(kind, reference.at("name")).stream().anyMatch(object -> Stream.of("data", "stringData",
                "binaryData").anyMatch(place -> object.at(place, key.text()).exists()));
        if (exists(deployment, kind, reference) && !there && !reference.at("optional").is("true")) {
            found(deployment, kind + " " + reference.at("name").text() + " 里没有 " + key.text()
                    + "：Pod 会停在 CreateContainerConfigError");
        }
    }

    private List<Node> named(String kind, Node name) {
        return of(kind).stream().filter(object -> object.at("metadata", "name").is(name.text())).toList();
    }

    private boolean exists(Node deployment, String kind, Node reference) {
        Node name = reference.at("name");
        boolean there = !named(kind, name).isEmpty();
        if (name.exists() && !there && !reference.at("optional").is("true")) {
            found(deployment, kind + " " + name.text() + " 不在这些清单里：集群里也没有的话，"
                    + "Pod 会停在 CreateContainerConfigError");
        }
        return there;
    }

    private void service(Node service) {
        Node selector = service.at("spec", "selector");
        if (!selector.exists()) {
            return;
        }
        List<Node> matching = podTemplates()
                .filter(template -> template.at("metadata", "labels").contains(selector))
                .toList();
        if (matching.isEmpty()) {
            found(service, "selector 选不中这些清单里的 Pod：集群里也没有的话，"
                    + "请求会没有人接");
            return;
        }
        for (Node port : service.at("spec", "ports").items()) {
            String target = port.at("targetPort").text();
            boolean named = matching.stream()
                    .map(template -> template.at("spec", "containers"))
                    .flatMap(containers -> containers.items().stream())
                    .flatMap(container -> container.at("ports").items().stream())
                    .anyMatch(one -> one.at("name").is(target));
            if (isName(target) && !named) {
                found(service, "targetPort " + target + " 不是容器里的端口名");
            }
        }
    }

    /** Of all kinds that make pods: Deployment, Job and so on. */
    private Stream<Node> podTemplates() {
        return documents.stream().map(ManifestCheck::template);
    }

    /** A CronJob has it in its job, a pod is its own. */
    private static Node template(Node document) {
        return switch (document.at("kind").text()) {
            case "Pod" -> document;
            case "CronJob" -> document.at("spec", "jobTemplate", "spec", "template");
            default -> document.at("spec", "template");
        };
    }

    private void ingress(Node ingress) {
        backend(ingress, ingress.at("spec", "defaultBackend", "service"));
        for (Node rule : ingress.at("spec", "rules").items()) {
            rule.at("http", "paths").items().forEach(path -> backend(ingress, path.at("backend", "service")));
        }
    }

    /** Not every way in leads to a Service. */
    private void backend(Node ingress, Node backend) {
        Node name = backend.at("name");
        List<Node> services = named("Service", name);
        if (name.exists() && services.isEmpty()) {
            found(ingress, "Service " + name.text() + " 不在这些清单里：集群里也没有的话，请求会没有人接");
        }
        else if (name.exists() && services.stream().flatMap(service -> service.at("spec", "ports").items().stream())
                .noneMatch(port -> port.at("name").is(backend.at("port", "name").text())
                        || port.at("port").is(backend.at("port", "number").text()))) {
            found(ingress, "Service " + name.text() + " 没有这个端口："
                    + backend.at("port", "name").text() + backend.at("port", "number").text());
        }
    }

    private void budget(Node budget) {
        for (Node deployment : of("Deployment")) {
            if (!deployment.at("spec", "template", "metadata", "labels")
                    .contains(budget.at("spec", "selector", "matchLabels"))) {
                continue;
            }
            int replicas = replicas(deployment);
            Node atLeast = budget.at("spec", "minAvailable");
            if (atLeast.exists() && pods(atLeast, replicas, true) >= replicas) {
                found(budget, "minAvailable 不小于副本数：一个 Pod 也不许走，机器永远腾不空");
            }
            if (budget.at("spec", "maxUnavailable").text().matches("0%?")) {
                found(budget, "maxUnavailable 是 0：一个 Pod 也不许走，机器永远腾不空");
            }
        }
    }

    /** The fewest that there may be. */
    private int replicas(Node deployment) {
        Node scaler = scalerOf(deployment);
        return (scaler.exists() ? scaler.at("spec", "minReplicas") : deployment.at("spec", "replicas")).number(1);
    }

    /** A number, or a share of the pods: the cluster rounds those of a budget up, and those of a rollout down. */
    private static int pods(Node wanted, int replicas, boolean up) {
        if (!wanted.text().matches("\\d{1,3}%")) {
            return wanted.number(0);
        }
        int hundredfold = replicas * Integer.parseInt(wanted.text().replace("%", ""));
        return up ? Math.ceilDiv(hundredfold, 100) : hundredfold / 100;
    }

    private Node scalerOf(Node deployment) {
        return of("HorizontalPodAutoscaler").stream().filter(scaler -> deployment.at("metadata", "name")
                .is(scaler.at("spec", "scaleTargetRef", "name").text())).findFirst().orElse(new Node(null));
    }

    private void scaler(Node scaler) {
        for (Node deployment : of("Deployment")) {
            boolean target = deployment.at("metadata", "name")
                    .is(scaler.at("spec", "scaleTargetRef", "name").text());
            boolean request = deployment.at("spec", "template", "spec", "containers").items().stream()
                    .allMatch(container -> requests(container.at("resources"), "cpu"));
            if (target && deployment.at("spec", "replicas").exists()) {
                found(scaler, "Deployment 里也写了 replicas：每次 apply 都把副本数改回去，从清单里去掉它");
            }
            if (target && byShareOfCpu(scaler) && !request) {
                found(scaler, "按 CPU 的百分比伸缩，容器却没有 requests.cpu：百分比没有分母");
            }
        }
    }

    /** Without metrics it is the CPU, too. */
    private static boolean byShareOfCpu(Node scaler) {
        List<Node> metrics = scaler.at("spec", "metrics").items();
        return metrics.isEmpty() || metrics.stream().map(metric -> metric.at("resource"))
                .anyMatch(metric -> metric.at("name").is("cpu") && metric.at("target", "type").is("Utilization"));
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
