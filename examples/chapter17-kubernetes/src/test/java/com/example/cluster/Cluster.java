package com.example.cluster;

import java.util.Base64;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;

import com.example.book.ConsoleRun;
import com.example.book.RunningProgram;
import com.example.book.parts.NginxServer;

/**
 * Applies manifests to processes of this machine: Deployments are rolled out, nginx is the Service. A
 * second of the manifests is shorter here, except for limits ({@code timeoutSeconds} and the grace
 * period). Safe to use from several threads.
 */
final class Cluster implements AutoCloseable {

    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(150);
    private static final List<String> SMALL_JVM =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx96m");

    private final Clock clock;
    private final double propagation;
    private final Map<String, Image> images = new ConcurrentHashMap<>();
    private final Map<String, Manifest> objects = new ConcurrentHashMap<>();
    private final Map<String, List<Pod>> pods = new ConcurrentHashMap<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> events = new CopyOnWriteArrayList<>();
    private final ScheduledExecutorService control = Executors.newSingleThreadScheduledExecutor();
    private final ScheduledExecutorService network = Executors.newSingleThreadScheduledExecutor();
    private final NginxServer service;
    private List<Integer> endpoints = List.of();
    private volatile int generation;

    /** What an image's name stands for here. */
    record Image(Class<?> mainClass, List<String> arguments) {
    }

    /**
     * Starts one without pods.
     *
     * @param speed how many of the manifests' seconds pass in one
     * @param propagation how many of their seconds it takes until the Service knows of a change
     */
    Cluster(int speed, double propagation) {
        this.clock = new Clock(speed);
        this.propagation = propagation;
        this.service = NginxServer.start(forwardingTo(List.of(), 0));
        control.scheduleWithFixedDelay(this::reconcile, 0, 40, TimeUnit.MILLISECONDS);
    }

    /** Makes an image known. */
    Cluster image(String name, Class<?> mainClass, String... arguments) {
        images.put(name, new Image(mainClass, List.of(arguments)));
        return this;
    }

    /** Like {@code kubectl apply}: what is there already is changed. */
    Cluster apply(Collection<Manifest> manifests) {
        manifests.forEach(Cluster::admit);
        manifests.forEach(manifest -> objects.put(manifest.kind() + "/" + manifest.name(), manifest));
        return this;
    }

    Cluster apply(String yaml) {
        return apply(Manifest.parse(yaml));
    }

    /** Of all that an API server refuses, the one thing that the book's own experiments could get wrong. */
    private static void admit(Manifest manifest) {
        Manifest spec = manifest.part("spec.template.spec");
        int grace = spec.number("terminationGracePeriodSeconds", 30);
        for (Manifest container : spec.parts("containers")) {
            int sleep = container.number("lifecycle.preStop.sleep.seconds", 0);
            if (sleep > grace) {
                throw new IllegalArgumentException(manifest.name() + ": sleep " + sleep
                        + " is longer than the grace period " + grace);
            }
        }
    }

    /** Runs a CronJob's pod once, as its schedule would. */
    Pod runJob(String cronJob) {
        Manifest template = objects.get("CronJob/" + cronJob).part("spec.jobTemplate.spec.template");
        Pod pod = newPod(cronJob, template);
        pods.computeIfAbsent("Job/" + cronJob, key -> new CopyOnWriteArrayList<>()).add(pod);
        await("Job " + cronJob + " 没有做完", pod::isGone);
        return pod;
    }

    // What a Deployment's controller does.

    private void reconcile() {
        try {
            objects.values().stream().filter(object -> object.kind().equals("Deployment")).forEach(this::rollOut);
            List<Integer> ready = pods.values().stream().flatMap(List::stream)
                    .filter(pod -> pod.isReady() && isSelected(pod)).map(Pod::port).sorted().toList();
            if (!ready.equals(endpoints)) {
                endpoints = ready;
                int number = ++generation;
                network.schedule(() -> service.reload(forwardingTo(ready, number)), clock.millis(propagation),
                        TimeUnit.MILLISECONDS);
            }
        }
        catch (RuntimeException ex) {
            events.add("Error: " + ex);
        }
    }

    /** By the labels that the Service's selector asks for. */
    private boolean isSelected(Pod pod) {
        Manifest bookstore = objects.get("Service/bookstore");
        return bookstore != null && pod.template().part("metadata.labels").fields().entrySet()
                .containsAll(bookstore.part("spec.selector").fields().entrySet());
    }

    private void rollOut(Manifest deployment) {
        List<Pod> all = pods.computeIfAbsent(deployment.name(), key -> new CopyOnWriteArrayList<>());
        all.removeIf(Pod::isGone);
        List<Pod> mine = all.stream().filter(pod -> !pod.isDeleted()).toList();
        Manifest template = deployment.part("spec.template");
        List<Pod> fresh = mine.stream().filter(pod -> pod.template().equals(template)).toList();
        List<Pod> old = mine.stream().filter(pod -> !fresh.contains(pod)).toList();
        int replicas = deployment.number("spec.replicas", 1);
        int surge = old.isEmpty() ? 0 : deployment.number("spec.strategy.rollingUpdate.maxSurge", 1);
        int atLeast = replicas - deployment.number("spec.strategy.rollingUpdate.maxUnavailable", 0);
        for (int i = fresh.size(); i < replicas && mine.size() + i - fresh.size() < replicas + surge; i++) {
            all.add(newPod(deployment.name(), template));
        }
        long ready = mine.stream().filter(Pod::isReady).count();
        List<Pod> tooMany = fresh.size() > replicas ? fresh.subList(replicas, fresh.size()) : old;
        for (Pod pod : tooMany) {
            if (!pod.isReady() || --ready >= atLeast) {
                pod.delete();
            }
        }
    }

    private Pod newPod(String owner, Manifest template) {
        String name = owner + "-" + numbers.merge(owner, 1, Integer::sum);
        return new Pod(name, template, clock, () -> container(name, template), events::add);
    }

    private Pod.Container container(String name, Manifest template) {
        Manifest spec = template.parts("spec.containers").getFirst();
        Image image = images.get(spec.text("image"));
        if (image == null) {
            throw new IllegalStateException("ErrImagePull " + spec.text("image"));
        }
        Map<String, String> environment = new TreeMap<>();
        for (Manifest source : spec.parts("envFrom")) {
            data("ConfigMap/" + source.text("configMapRef.name")).forEach(environment::put);
        }
        for (Manifest variable : spec.parts("env")) {
            environment.put(variable.text("name"), variable.has("value") ? variable.text("value")
                    : data("Secret/" + variable.text("valueFrom.secretKeyRef.name"))
                            .get(variable.text("valueFrom.secretKeyRef.key")));
        }
        int port = RunningProgram.freePort();
        environment.put("HOSTNAME", name);
        environment.put("SERVER_PORT", String.valueOf(port));
        environment.put("BOOKSTORE_VERSION", spec.text("image").replaceAll(".*:", ""));
        // A pod has a container's memory to itself; here the heap is small so that several fit.
        environment.remove("JDK_JAVA_OPTIONS");
        List<String> command = SharedArchive.speedUp(
                ConsoleRun.javaCommand(image.mainClass(), image.arguments().toArray(String[]::new)));
        command.addAll(1, SMALL_JVM);
        return new Pod.Container(command, environment, port);
    }

    private Map<String, String> data(String key) {
        Manifest object = objects.get(key);
        if (object == null) {
            throw new IllegalStateException("CreateContainerConfigError: " + key + " not found");
        }
        Map<String, String> data = new TreeMap<>();
        object.part("data").fields().forEach((name, value) -> data.put(name, key.startsWith("Secret/")
                ? new String(Base64.getDecoder().decode(value.toString())) : value.toString()));
        object.part("stringData").fields().forEach((name, value) -> data.put(name, value.toString()));
        return data;
    }

    // What a Service does: it does not try a second pod, and it knows of changes a little late.

    private static IntFunction<String> forwardingTo(List<Integer> ports, int generation) {
        String told = "location = /generation { return 200 " + generation + "; }";
        if (ports.isEmpty()) {
            return port -> "server { listen 127.0.0.1:" + port + "; " + told + " location / { return 503; } }";
        }
        StringBuilder servers = new StringBuilder();
        ports.forEach(pod -> servers.append("server 127.0.0.1:").append(pod).append(" max_fails=0; "));
        return port -> """
                keepalive_timeout 0;
                upstream bookstore { %s }
                server {
                  listen 127.0.0.1:%d;
                  %s
                  location / {
                    proxy_pass http://bookstore;
                    proxy_next_upstream off;
                    proxy_read_timeout 120s;
                  }
                }
                """.formatted(servers, port, told);
    }

    /** The Service's address. */
    NginxServer service() {
        return service;
    }

    /** Pods of a Deployment that nobody has asked to end, the oldest first. */
    List<Pod> pods(String deployment) {
        return pods.getOrDefault(deployment, List.of()).stream().filter(pod -> !pod.isDeleted()).toList();
    }

    /** What has happened, in order. */
    List<String> events() {
        return List.copyOf(events);
    }

    /** Like {@code kubectl rollout status}: all pods are of the newest template and ready, the old ones gone. */
    void awaitRollout(String deployment) {
        await("Deployment " + deployment + " 没有发布完", () -> {
            Manifest wanted = objects.get("Deployment/" + deployment);
            List<Pod> all = List.copyOf(pods.getOrDefault(deployment, List.of()));
            return all.size() == wanted.number("spec.replicas", 1) && all.stream().allMatch(
                    pod -> pod.isReady() && pod.template().equals(wanted.part("spec.template")));
        });
        awaitService();
    }

    /** Waits until the Service knows all that it will. */
    void awaitService() {
        try {
            control.submit(this::reconcile).get();
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
        catch (ExecutionException ex) {
            throw new IllegalStateException(ex);
        }
        int newest = generation;
        // While nginx changes over, a worker with the old configuration may still take a connection.
        int[] inARow = {0};
        await("nginx 没有换上新的配置", () -> {
            boolean isNew = Integer.parseInt(service.get("/generation").strip()) >= newest;
            inARow[0] = isNew ? inARow[0] + 1 : 0;
            return inARow[0] == 15;
        });
    }

    /** How many of the manifests' seconds have passed. */
    double seconds(long nanos) {
        return clock.seconds(nanos);
    }

    /** Waits for a condition, long. */
    void await(String otherwise, BooleanSupplier condition) {
        long end = System.nanoTime() + PATIENCE;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                StringBuilder report = new StringBuilder(otherwise + "\n" + String.join("\n", events));
                pods.forEach((owner, some) -> some.forEach(pod -> report.append("\n--- ").append(pod.name())
                        .append(' ').append(pod.state()).append('\n').append(pod.logs())));
                throw new AssertionError(report.toString());
            }
            try {
                Thread.sleep(20);
            }
            catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(ex);
            }
        }
    }

    @Override
    public void close() throws InterruptedException {
        control.shutdownNow();
        control.awaitTermination(30, TimeUnit.SECONDS);
        List<Pod> all = pods.values().stream().flatMap(List::stream).toList();
        all.forEach(Pod::kill);
        for (Pod pod : all) {
            pod.join();
        }
        network.shutdownNow();
        service.close();
    }
}
