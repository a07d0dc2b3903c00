package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.example.book.Missing;
import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.RunningProgram;
import com.example.book.Service;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.AriaRole;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("浏览器：start.sh 启动的书店，一位顾客从头走到尾")
@RequiresService({Service.POSTGRESQL, Service.REDIS, Service.RABBITMQ})
@Timeout(300)
class BrowserTests {

    private static Place place;
    private static RunningProgram store;
    private static Playwright playwright;
    private static Browser browser;
    private static int port;

    private static Path chromium() {
        return Stream.of(System.getenv().getOrDefault("CHROMIUM_PATH", "/usr/bin/chromium"), "/usr/bin/chromium-browser",
                "/usr/bin/google-chrome").map(Path::of).filter(Files::isExecutable).findFirst()
                .orElseThrow(() -> Missing.part("没有找到 Chromium：安装它，或用 CHROMIUM_PATH 指定"));
    }

    @BeforeAll
    static void start() {
        Path executable = chromium();
        place = new Place();
        port = RunningProgram.freePort();
        List<String> command = new ArrayList<>(List.of("bash", "start.sh", "--server.port=" + port,
                "--bookstore.schema=" + place.schema(), "--bookstore.broker-prefix=" + place.brokerPrefix(),
                "--bookstore.redis-prefix=" + place.redisPrefix(),
                // As in RunningStore: on a busy machine the store's half second for Redis would be what is tested here.
                "--spring.data.redis.timeout=20s", "--spring.data.redis.connect-timeout=20s"));
        store = RunningProgram.start(command, Recording.module(), Map.of("JAVA_HOME", System.getProperty("java.home"),
                "PROVIDER_PORT", String.valueOf(RunningProgram.freePort()), "JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1"));
        playwright = Playwright.create(new Playwright.CreateOptions()
                .setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser = playwright.chromium().launch(new BrowserType.LaunchOptions().setExecutablePath(executable)
                .setArgs(List.of("--no-sandbox")));
        Place.await(() -> {
            try {
                return Place.send(HttpRequest.newBuilder(URI.create(url("/actuator/health/readiness")))).statusCode() == 200;
            }
            catch (java.io.UncheckedIOException ex) {
                return false;
            }
        });
    }

    @AfterAll
    static void stop() {
        if (playwright != null) {
            playwright.close();
        }
        if (store != null) {
            store.close();
        }
        if (place != null) {
            place.close();
        }
    }

    private static String url(String path) {
        return "http://127.0.0.1:" + port + path;
    }

    /** A page whose console may not say anything bad, but for what is expected. */
    private static Page open(int width, String... expected) {
        BrowserContext context = browser.newContext(new Browser.NewContextOptions().setViewportSize(width, 780));
        Page page = context.newPage();
        page.onConsoleMessage(message -> {
            if (List.of(expected).stream().noneMatch(message.text()::contains)) {
                assertThat(message.type()).as(message.text()).isNotEqualTo("error");
            }
        });
        return page;
    }

    private static void login(Page page, String name) {
        page.navigate(url("/login"));
        page.getByLabel("名字").fill(name);
        page.getByLabel("密码").fill("reading");
        click(page, "登录");
    }

    private static void click(Page page, String button) {
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(button).setExact(true)).click();
    }

    /** Nothing for axe to complain about, and nothing to scroll sideways. */
    private static void sound(Page page) {
        assertThat(new AxeBuilder(page).analyze().getViolations()).as(page.url()).isEmpty();
        assertThat((Boolean) page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")).isTrue();
    }

    @ParameterizedTest(name = "{0} 像素宽")
    @CsvSource({"1280, AUTUMN15", "360, AUTUMN16"})
    void fromBookToParcel(int width, String coupon) {
        Page page = open(width);
        page.navigate(url("/login"));
        sound(page);
        page.navigate(url("/"));
        sound(page); // axe 没有意见，也不用横着滚动
        login(page, "li");
        click(page, "把《三体》加入购物车");
        page.navigate(url("/"));
        click(page, "把《Java 编程思想》加入购物车");
        page.getByLabel("优惠券").fill(coupon);
        sound(page);
        click(page, "下单");
        assertThat(page.locator("#total").textContent()).isEqualTo("111.35");
        sound(page);
        String order = page.url();
        click(page, "去付款");
        click(page, "确认付款"); // 这一页是支付方的
        assertThat(page.url()).isEqualTo(order);
        Place.await(() -> {
            page.reload();
            return page.locator("#state").textContent().equals("已发货");
        });
        sound(page);
        page.context().close();
    }

    @Test
    @DisplayName("别人的订单看不到；库存不够、券不对，购物车里说出来")
    void problems() {
        Page page = open(360, "404");
        login(page, "wang");
        page.navigate(url("/orders/999999"));
        assertThat(page.locator("h1").textContent()).isEqualTo("没有找到这张订单");
        sound(page);
        for (int i = 0; i < 4; i++) {
            page.navigate(url("/"));
            click(page, "把《红楼梦》加入购物车");
        }
        click(page, "下单");
        assertThat(page.getByRole(AriaRole.ALERT).textContent()).isEqualTo("库存不够：" + Place.RED_MANSIONS);
        click(page, "拿掉《红楼梦》");
        page.navigate(url("/"));
        click(page, "把《三体》加入购物车");
        page.getByLabel("优惠券").fill("NOPE");
        click(page, "下单");
        assertThat(page.getByRole(AriaRole.ALERT).textContent()).isEqualTo("这张优惠券用不了：NOPE");
        sound(page);
        page.context().close();
    }

    @Test
    @DisplayName("没有登录，首页上有“登录”；登录了就没有")
    void loginLink() {
        Page page = open(360);
        page.navigate(url("/"));
        Locator link = page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("登录").setExact(true));
        link.click();
        page.getByLabel("名字").fill("li");
        page.getByLabel("密码").fill("reading");
        click(page, "登录");
        assertThat(page.url()).isEqualTo(url("/"));
        assertThat(page.locator("h1").textContent()).isEqualTo("书");
        assertThat(link.count()).isZero();
        sound(page);
        page.context().close();
    }

    @Test
    @DisplayName("按两次“下单”，是同一张订单")
    void pressedTwice() {
        Page page = open(1280);
        login(page, "li");
        click(page, "把《解忧杂货店》加入购物车");
        String key = page.locator("input[name=key]").inputValue();
        String csrf = page.locator("form[action='/checkout'] input[name=_csrf]").inputValue();
        click(page, "下单");
        String first = page.url();
        page.evaluate("""
                ([key, csrf]) => {
                  const form = document.createElement('form');
                  form.method = 'post';
                  form.action = '/checkout';
                  for (const [name, value] of [['key', key], ['_csrf', csrf]]) {
                    const input = document.createElement('input');
                    input.name = name;
                    input.value = value;
                    form.append(input);
                  }
                  document.body.append(form);
                  form.submit();
                }""", List.of(key, csrf));
        page.waitForLoadState();
        assertThat(place.count("orders where request_key = '" + key + "'")).isEqualTo(1);
        assertThat(first).contains("/orders/");
        page.context().close();
    }
}
