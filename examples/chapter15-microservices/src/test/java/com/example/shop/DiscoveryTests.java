package com.example.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.book.parts.BootProcess;
import com.example.catalog.CatalogApplication;
import com.example.order.CatalogClient;
import com.netflix.eureka.lease.Lease;
import com.netflix.eureka.registry.AbstractInstanceRegistry;
import com.netflix.eureka.registry.PeerAwareInstanceRegistry;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.config.YamlPropertiesFactoryBean;
import org.springframework.cloud.client.discovery.DiscoveryClient;
import org.springframework.cloud.loadbalancer.cache.LoadBalancerCacheProperties;
import org.springframework.cloud.netflix.eureka.EurekaClientConfigBean;
import org.springframework.cloud.netflix.eureka.EurekaInstanceConfigBean;
import org.springframework.cloud.netflix.eureka.server.EurekaServerConfigBean;
import org.springframework.cloud.commons.util.InetUtils;
import org.springframework.cloud.commons.util.InetUtilsProperties;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.io.ClassPathResource;
import org.springframework.test.util.ReflectionTestUtils;

@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Timeout(240)
class DiscoveryTests {

    private static final Duration LONG = Duration.ofSeconds(60);

    /** Notices within seconds what takes minutes by default. */
    private static ConfigurableApplicationContext registry;

    /** When an instance was registered that never renews its lease of a second. */
    private static long lostSince;

    @BeforeAll
    static void start() {
        registry = Apps.registry("--eureka.server.eviction-interval-timer-in-ms=500",
                "--eureka.server.response-cache-update-interval-ms=300",
                "--eureka.server.wait-time-in-ms-when-sync-empty=0");
        register(Apps.url(registry), "LOST", "a");
        lostSince = System.nanoTime();
    }

    @AfterAll
    static void stop() {
        registry.close();
    }

    private static void selfPreservation(boolean on) {
        registry.getBean(EurekaServerConfigBean.class).setEnableSelfPreservation(on);
    }

    /** The settings of a client of that registry. */
    private static String[] with(int fetchSeconds, String... more) {
        List<String> all = new ArrayList<>(List.of(more));
        // The registry's own client is on the class path of all of them.
        all.addAll(List.of("--eureka.client.enabled=true", "--eureka.client.jersey.enabled=false",
                "--eureka.client.service-url.defaultZone=" + Apps.url(registry) + "/eureka/",
                "--eureka.client.registry-fetch-interval-seconds=" + fetchSeconds,
                "--eureka.client.initial-instance-info-replication-interval-seconds=0",
                "--eureka.instance.lease-renewal-interval-in-seconds=1",
                "--eureka.instance.lease-expiration-duration-in-seconds=2",
                "--eureka.instance.prefer-ip-address=true", "--eureka.instance.ip-address=127.0.0.1",
                "--spring.cloud.loadbalancer.cache.ttl=1s"));
        return all.toArray(String[]::new);
    }

    private static void awaitInstances(ConfigurableApplicationContext context, int count) {
        await().atMost(LONG).until(() -> context.getBean(DiscoveryClient.class).getInstances("catalog").size() == count);
    }

    /** The last one: it stops the registry. */
    @Test
    @Order(Integer.MAX_VALUE)
    void killedInstanceIsStillCalled() {
        selfPreservation(false);
        // The process starts while the others do.
        CompletableFuture<BootProcess> starting = CompletableFuture.supplyAsync(() -> BootProcess.of(
                CatalogApplication.class)
                .jvmOptions("-Xmx128m", "-XX:+UseSerialGC", "-Xshare:auto", "-Dspring.cloud.config.enabled=false")
                .arguments(with(1)).start());
        try (ConfigurableApplicationContext other = Apps.catalog(with(1))) {
            try (ConfigurableApplicationContext order = Apps.order(with(1, "--bookstore.catalog=lb://catalog"));
                    BootProcess one = starting.join()) {
                awaitInstances(order, 2);
                await().atMost(LONG).until(() -> consecutive(order) == 20);
                one.kill();
                int failed = 0;
                int mixedIn = 0;
                int good = 0;
                long end = System.nanoTime() + LONG.toNanos();
                while (good < 20 && System.nanoTime() < end) {
                    if (Http.order(Apps.url(order)).statusCode() == 201) {
                        good++;
                    }
                    else {
                        failed++;
                        mixedIn += good;
                        good = 0;
                    }
                }
                assertThat(failed).isPositive();
                assertThat(mixedIn).isPositive();
                assertThat(good).isEqualTo(20);
                assertThat(order.getBean(DiscoveryClient.class).getInstances("catalog")).hasSize(1)
                        .allMatch(instance -> instance.getPort() == Apps.port(other));
                Recording.check("killed-instance.txt", new Table("杀掉两个实例中的一个以后", "下单")
                        .row("名单上还有它的时候", "有的成功，有的 HTTP 503")
                        .row("从名单上消失以后", "连续 20 次成功").toString());

                // Without the registry the order service goes on with its copy.
                registry.close();
                assertThat(consecutive(order)).isEqualTo(20);
            }
        }
    }

    private static int consecutive(ConfigurableApplicationContext order) {
        int good = 0;
        while (good < 20 && Http.order(Apps.url(order)).statusCode() == 201) {
            good++;
        }
        return good;
    }

    @Test
    @Order(1)
    void registersAndSaysGoodbye() {
        try (ConfigurableApplicationContext catalog = Apps.catalog(with(1))) {
            awaitInstances(catalog, 1);
            // The order service asks for the list when it starts, and then every 40 seconds.
            try (ConfigurableApplicationContext order = Apps.order(with(40, "--bookstore.catalog=lb://catalog"))) {
                awaitInstances(order, 1);
                await().atMost(LONG).until(() -> Http.order(Apps.url(order)).statusCode() == 201);
                assertThat(order.getBean(DiscoveryClient.class).getInstances("catalog").getFirst().getPort())
                        .isEqualTo(Apps.port(catalog));
                assertThat(Http.get(Apps.url(registry) + "/").body()).contains("CATALOG");

                // It takes itself off the registry's list when it stops, not off the copy of the order service.
                PeerAwareInstanceRegistry known = registry.getBean(PeerAwareInstanceRegistry.class);
                assertThat(known.getApplication("CATALOG", false)).isNotNull();
                catalog.close();
                assertThat(known.getApplication("CATALOG", false)).isNull();
                assertThat(order.getBean(DiscoveryClient.class).getInstances("catalog")).hasSize(1);
                assertThat(Http.order(Apps.url(order)).statusCode()).isEqualTo(503);
            }
        }
    }

    @Test
    @Order(2)
    void selfPreservation() {
        PeerAwareInstanceRegistry known = registry.getBean(PeerAwareInstanceRegistry.class);
        // Several times its lease and the eviction's interval.
        await().atMost(LONG).until(() -> System.nanoTime() - lostSince > Duration.ofSeconds(4).toNanos());
        boolean kept = known.getApplication("LOST", false) != null;
        selfPreservation(false);
        await().atMost(LONG).until(() -> known.getApplication("LOST", false) == null);
        selfPreservation(true);
        assertThat(kept).isTrue();
        Recording.check("self-preservation.txt", new Table("自我保护", "租期 1 秒的实例不再续租")
                .row("开（默认）", "4 秒以后还在").row("关", "被移除了").toString());
    }

    /** Three instances, all well, renew six times a minute: that is one too few, as the registry expects four. */
    @Test
    void whatTheRegistryExpectsOfThree() {
        try (ConfigurableApplicationContext fresh = Apps.registry("--eureka.server.wait-time-in-ms-when-sync-empty=0")) {
            PeerAwareInstanceRegistry known = fresh.getBean(PeerAwareInstanceRegistry.class);
            for (String id : List.of("a", "b", "c")) {
                register(Apps.url(fresh), "THREE", id);
            }
            assertThat(known.getNumOfRenewsPerMinThreshold()).isEqualTo(6);
            // What was renewed in the last minute, without waiting for a minute.
            AtomicLong renewed = (AtomicLong) ReflectionTestUtils.getField(
                    ReflectionTestUtils.getField(known, "renewsLastMin"), "lastBucket");
            renewed.set(6);
            assertThat(known.isLeaseExpirationEnabled()).isFalse();
            renewed.set(7);
            assertThat(known.isLeaseExpirationEnabled()).isTrue();
        }
    }

    /** All three are dead, and self preservation is off: one round of cleaning removes one. */
    @Test
    void removesFewAtOnce() throws InterruptedException {
        try (ConfigurableApplicationContext fresh = Apps.registry("--eureka.server.wait-time-in-ms-when-sync-empty=0",
                "--eureka.server.enable-self-preservation=false")) {
            AbstractInstanceRegistry known = fresh.getBean(AbstractInstanceRegistry.class);
            for (String id : List.of("a", "b", "c")) {
                register(Apps.url(fresh), "DEAD", id);
            }
            Thread.sleep(2_500); // a lease of one second, counted twice
            for (int left = 2; left >= 1; left--) {
                known.evict(0);
                assertThat(known.getApplication("DEAD", false).getInstances()).hasSize(left);
            }
        }
    }

    private static void register(String registry, String application, String id) {
        int status = Http.post(registry + "/eureka/apps/" + application, """
                {"instance": {"instanceId": "%s", "hostName": "127.0.0.1", "app": "%s",
                  "ipAddr": "127.0.0.1", "status": "UP", "port": {"$": 8081, "@enabled": "true"},
                  "vipAddress": "lost", "leaseInfo": {"durationInSecs": 1},
                  "dataCenterInfo": {"name": "MyOwn",
                    "@class": "com.netflix.appinfo.InstanceInfo$DefaultDataCenterInfo"}}}
                """.formatted(id, application)).statusCode();
        assertThat(status).isEqualTo(204);
    }

    /**
     * The lease of an instance that renewed it lasts twice as long as its name says. A negative addition is
     * a look ahead: whether it will have expired by then.
     */
    @Test
    void leaseLastsTwiceAsLong() {
        Lease<String> never = new Lease<>("never", 90);
        Lease<String> renewed = new Lease<>("renewed", 90);
        renewed.renew();
        assertThat(never.isExpired(-85_000)).isFalse();
        assertThat(never.isExpired(-91_000)).isTrue();
        assertThat(renewed.isExpired(-91_000)).isFalse();
        assertThat(renewed.isExpired(-175_000)).isFalse();
        assertThat(renewed.isExpired(-181_000)).isTrue();
    }

    @Test
    void defaults() {
        InetUtilsProperties inet = new InetUtilsProperties();
        try (InetUtils utils = new InetUtils(inet)) {
            int lease = new EurekaInstanceConfigBean(utils).getLeaseExpirationDurationInSeconds();
            long eviction = new EurekaServerConfigBean().getEvictionIntervalTimerInMs() / 1000;
            long cache = new EurekaServerConfigBean().getResponseCacheUpdateIntervalMs() / 1000;
            int fetch = new EurekaClientConfigBean().getRegistryFetchIntervalSeconds();
            long balancer = new LoadBalancerCacheProperties().getTtl().toSeconds();
            Table table = new Table("一段等待", "默认的秒数", "设置")
                    .row("租期过了才算死（实际等两个）", lease * 2, "eureka.instance.lease-expiration-duration-in-seconds")
                    .row("注册中心隔多久清理", eviction, "eureka.server.eviction-interval-timer-in-ms")
                    .row("注册中心的缓存", cache, "eureka.server.response-cache-update-interval-ms")
                    .row("订单服务隔多久来取", fetch, "eureka.client.registry-fetch-interval-seconds")
                    .row("负载均衡器的缓存", balancer, "spring.cloud.loadbalancer.cache.ttl")
                    .row("加起来", lease * 2 + eviction + cache + fetch + balancer, "");
            assertThat(lease * 2 + eviction + cache + fetch + balancer).isEqualTo(335);
            // One that says goodbye is gone from the registry's list at once.
            assertThat(cache + fetch + balancer).isEqualTo(95);
            Recording.check("eureka-defaults.txt", table.toString());
            YamlPropertiesFactoryBean yaml = new YamlPropertiesFactoryBean();
            yaml.setResources(new ClassPathResource("registry.yml"));
            assertThat(new EurekaClientConfigBean().getServiceUrl()).containsValue(
                    "http://localhost:" + yaml.getObject().get("server.port") + "/eureka/");
        }
    }

    @Test
    void balanced() {
        try (StandIn one = StandIn.start(StandIn.json(200, StandIn.BOOK));
                StandIn other = StandIn.start(StandIn.json(200, StandIn.BOOK));
                ConfigurableApplicationContext order = Apps.order("--bookstore.catalog=lb://catalog",
                        "--spring.cloud.discovery.client.simple.instances.catalog[0].uri=" + one.url(),
                        "--spring.cloud.discovery.client.simple.instances.catalog[1].uri=" + other.url())) {
            for (int i = 0; i < 20; i++) {
                assertThat(Http.order(Apps.url(order)).statusCode()).isEqualTo(201);
            }
            assertThat(one.arrived()).isEqualTo(10);
            assertThat(other.arrived()).isEqualTo(10);
            one.resetArrived();
            one.close();
            int failed = 0;
            for (int i = 0; i < 20; i++) {
                failed += Http.order(Apps.url(order)).statusCode() == 503 ? 1 : 0;
            }
            assertThat(failed).isEqualTo(10);
            Recording.check("balanced.txt", new Table("下单 20 次", "第一个实例", "第二个实例", "失败")
                    .row("两个都在", 10, 10, 0).row("第一个停了，地址写死", 0, other.arrived() - 10, failed).toString());
        }
    }

    @Test
    void noInstance() {
        try (ConfigurableApplicationContext order = Apps.order("--bookstore.catalog=lb://catalog")) {
            Throwable thrown = catchThrowable(() -> order.getBean(CatalogClient.class).book("9787536692930"));
            assertThat(thrown).isInstanceOf(IllegalStateException.class);
            Recording.check("no-instance.txt", thrown);
            assertThat(Http.order(Apps.url(order)).statusCode()).isEqualTo(503);
        }
    }
}
