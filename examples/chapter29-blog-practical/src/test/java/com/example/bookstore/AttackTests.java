package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

import com.example.book.Recording;
import com.example.bookstore.post.Markdown;
import com.sun.net.httpserver.HttpServer;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.JavascriptExecutor;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.support.ui.ExpectedConditions;
import org.openqa.selenium.support.ui.WebDriverWait;

@DisplayName("XSS：在真的浏览器里，哪些攻击会执行")
class AttackTests {

    /** 每一条都想执行 xss()；写在 Markdown 里，就是作者（或者偷了作者密码的人）能写的 */
    static final List<String> ATTACKS = List.of(
            "<script>xss()</script>",
            "<ScRiPt>xss()</sCrIpT>",
            "<scr<script>ipt>xss()</script>",
            "<img src=x onerror=xss()>",
            "<img src=x oneRRor = xss()>",
            "<svg onload=xss()>",
            "<svg><script>xss()</script></svg>",
            "<svg><animate onbegin=xss() attributeName=x dur=1s>",
            "<body onload=xss()>",
            "<details open ontoggle=xss()>x</details>",
            "<input autofocus onfocus=xss()>",
            "<video><source onerror=xss()></video>",
            "<iframe srcdoc=\"<script>parent.xss()</script>\"></iframe>",
            "<iframe src=\"javascript:parent.xss()\"></iframe>",
            "<object data=\"javascript:xss()\"></object>",
            "<a href=\"javascript:xss()\">点我</a>",
            "<a href=\"java&#10;script:xss()\">点我</a>",
            "<a href=\"&#x6A;avascript:xss()\">点我</a>",
            "<form action=\"javascript:xss()\"><button>点我</button></form>",
            "<button onclick=xss()>点我</button>",
            "<style>@keyframes x{}</style>"
                    + "<p style=\"animation:x 1s\" onanimationstart=xss()>x</p>",
            "<noscript><p title=\"</noscript><img src=x onerror=xss()>\"></noscript>",
            "<p title='</p><img src=x onerror=xss()>'>x</p>",
            "<math><mtext><table><mglyph><style><img src=x onerror=xss()>"
                    + "</style></mglyph></table></mtext></math>",
            "[点我](javascript:xss())",
            "[点我](JaVaScRiPt:xss())",
            "[点我](&#106;avascript:xss())",
            "<javascript:xss()>",
            "![x](x\"onerror=\"xss())",
            "[点我](<https://a\" onmouseover=\"xss()>)");

    private static final String PAGE = """
            <!doctype html><meta charset=utf-8><title>x</title>
            <script src="/probe.js"></script><div>%s</div>""";
    private static final String PROBE = "window.hits = 0; function xss() { window.hits++; }";
    private static final String TRY = """
            document.querySelectorAll('a, button').forEach(e => {
              if (e.tagName === 'A' && !/^javascript:/i.test(e.protocol)) {
                e.addEventListener('click', event => event.preventDefault());
              }
              e.dispatchEvent(new MouseEvent('mouseover', {bubbles: true}));
              e.click();
            });
            const done = arguments[0];
            const end = performance.now() + 100;
            let frames = 0;
            (function look() {
              frames++;
              if (window.hits > 0 || (performance.now() > end && frames > 8)) { done(window.hits > 0); }
              else { requestAnimationFrame(look); }
            })();""";

    private static final String CSP = "default-src 'none'; script-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'";

    private static HttpServer server;
    private static ChromeDriver browser;
    private static String html;
    private static boolean withPolicy;

    @BeforeAll
    static void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            boolean probe = exchange.getRequestURI().getPath().equals("/probe.js");
            boolean page = exchange.getRequestURI().getPath().equals("/");
            byte[] body = (probe ? PROBE : PAGE.formatted(html)).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", probe ? "text/javascript" : "text/html;charset=utf-8");
            if (withPolicy) {
                exchange.getResponseHeaders().set("Content-Security-Policy", CSP);
            }
            exchange.sendResponseHeaders(probe || page ? 200 : 404, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        browser = Chromium.start(800, 600);
    }

    @AfterAll
    static void stop() {
        if (browser != null) {
            browser.quit();
        }
        if (server != null) {
            server.stop(0);
        }
    }

    /** Opens the page, hovers over and clicks all there is to click. */
    private static boolean executes(String rendered, boolean policy) {
        html = rendered;
        withPolicy = policy;
        browser.get("http://localhost:" + server.getAddress().getPort() + "/");
        return Boolean.TRUE.equals(((JavascriptExecutor) browser).executeAsyncScript(TRY));
    }

    private static List<String> executed(UnaryOperator<String> renderer, boolean policy) {
        List<String> executed = new ArrayList<>();
        for (String attack : ATTACKS) {
            if (executes(renderer.apply(attack), policy)) {
                executed.add(attack);
            }
        }
        return executed;
    }

    private static String raw(String markdown) {
        return HtmlRenderer.builder().build().render(Parser.builder().build().parse(markdown));
    }

    private static String withoutScriptTags(String markdown) {
        return raw(markdown).replaceAll("(?i)</?script>", "");
    }

    private static String escaped(String markdown) {
        return HtmlRenderer.builder().escapeHtml(true).build().render(Parser.builder().build().parse(markdown));
    }

    private static String escapedWithSafeAddresses(String markdown) {
        return HtmlRenderer.builder().escapeHtml(true).sanitizeUrls(true).build()
                .render(Parser.builder().build().parse(markdown));
    }

    @Test
    void whatExecutes() {
        Markdown ours = new Markdown();
        Map<String, List<String>> results = new LinkedHashMap<>();
        results.put("不清洗", executed(AttackTests::raw, false));
        results.put("用正则去掉 `<script>`", executed(AttackTests::withoutScriptTags, false));
        results.put("`escapeHtml(true)`", executed(AttackTests::escaped, false));
        results.put("再加 `sanitizeUrls(true)`", executed(AttackTests::escapedWithSafeAddresses, false));
        results.put("白名单清洗（本章）", executed(ours::html, false));
        results.put("不清洗，只靠 CSP", executed(AttackTests::raw, true));
        StringBuilder table = new StringBuilder("做法\t执行了的攻击\n");
        results.forEach((name, executed) ->
                table.append(name).append('\t').append(executed.size()).append(" / ").append(ATTACKS.size()).append('\n'));
        StringBuilder list = new StringBuilder();
        results.get("`escapeHtml(true)`").forEach(attack -> list.append(attack).append('\n'));
        assertThat(results.get("白名单清洗（本章）")).isEmpty();
        assertThat(results.get("再加 `sanitizeUrls(true)`")).isEmpty();
        assertThat(results.get("不清洗，只靠 CSP")).isEmpty();
        assertThat(results.get("不清洗").size()).isGreaterThan(20);
        // The last two never become markup: the renderer escapes quotes in addresses.
        assertThat(results.get("不清洗")).doesNotContainAnyElementsOf(ATTACKS.subList(28, 30));
        assertThat(ATTACKS.subList(28, 30)).allSatisfy(attack -> assertThat(raw(attack)).contains("&quot;"));
        // This one is markup, but this Chromium does not run it.
        String object = "<object data=\"javascript:xss()\"></object>";
        assertThat(results.get("不清洗")).doesNotContain(object);
        assertThat(raw(object)).contains(object);
        assertThat(results.get("用正则去掉 `<script>`").size()).isGreaterThan(10);
        assertThat(results.get("`escapeHtml(true)`")).isNotEmpty();
        Recording.check("attacks.tsv", table.toString());
        Recording.check("attacks-escaped.txt", list.toString());
    }

    @Test
    void whatTheConsoleSaysUnderThePolicy() {
        browser.manage().logs().get(LogType.BROWSER);
        executes("<img src=x onerror=xss()>", true);
        String message = browser.manage().logs().get(LogType.BROWSER).getAll().stream().map(entry -> entry.getMessage())
                .filter(line -> line.contains("Content Security Policy")).findFirst().orElseThrow();
        Recording.check("csp-console.txt", message.replaceAll("^\\S+ \\S+ ", "").replaceAll("(?s)\\. Either.*$", ".")
                .replace(" violates", "\nviolates"));
    }

    @Test
    void whatTheOtherWayLetsThrough() {
        String data = "[x](data:text/html,x)";
        assertThat(escapedWithSafeAddresses(data)).contains("href=\"data:text/html,x\"");
        assertThat(new Markdown().html(data)).doesNotContain("data:");
    }

    /** Where a page sends its reader is not the policy's business. */
    @Test
    void whatThePolicyDoesNotStop() {
        String elsewhere = "http://127.0.0.1:" + server.getAddress().getPort() + "/probe.js"; // another origin than localhost
        String refresh = "<meta http-equiv=\"refresh\" content=\"0;url=" + elsewhere + "\">";
        html = raw(refresh);
        withPolicy = true;
        browser.get("http://localhost:" + server.getAddress().getPort() + "/");
        new WebDriverWait(browser, Duration.ofSeconds(10)).until(ExpectedConditions.urlToBe(elsewhere));
        assertThat(new Markdown().html(refresh)).doesNotContain("meta").doesNotContain("probe");
    }

    @Test
    void harmlessThingsStay() {
        String html = new Markdown().html("""
                ## 标题

                **粗** *斜* `码` [链接](https://example.com "题") ![图](/pictures/a.png)

                | 甲 | 乙 |
                |---|---|
                | 1 | 2 |

                > 引用

                1. 一
                2. 二

                ```java
                int a = 1 < 2 ? 3 : 4;
                ```
                """);
        Recording.check("rendered.html", html);
        assertThat(html).contains("<h2>", "<strong>", "<em>", "<table>", "<blockquote>", "<ol>", "href=\"https://example.com\"",
                "src=\"/pictures/a.png\"", "1 &lt; 2");
    }
}
