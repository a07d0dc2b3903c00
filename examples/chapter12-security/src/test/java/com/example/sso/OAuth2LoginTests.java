package com.example.sso;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.example.book.MavenProject;
import com.example.book.Recording;
import com.example.book.RunningProgram;
import com.example.book.parts.BootProcess;
import com.example.probe.Browser;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Two processes. The shop is called 127.0.0.1 and the server localhost: cookies know hosts, not ports. */
@DisplayName("授权服务器与 OAuth2 登录，两个进程")
class OAuth2LoginTests {

    static BootProcess auth;
    static RunningProgram shop;
    static String authUrl;
    static int shopPort;

    @BeforeAll
    static void start() {
        shopPort = RunningProgram.freePort();
        auth = BootProcess.of(MavenProject.javaCommand("zh", "-cp", System.getProperty("java.class.path"),
                AuthServer.class.getName()))
                .arguments("--spring.config.additional-location=classpath:/sso/auth-server.yaml",
                        "--shop.url=http://127.0.0.1:" + shopPort, "--spring.sql.init.mode=never")
                .readyPath("/.well-known/openid-configuration").start();
        authUrl = "http://localhost:" + auth.port();
        shop = RunningProgram.start(MavenProject.javaCommand("zh", "-XX:TieredStopAtLevel=1",
                "-cp", System.getProperty("java.class.path"), Shop.class.getName(),
                "--spring.config.additional-location=classpath:/sso/shop.yaml", "--auth.url=" + authUrl,
                "--server.port=" + shopPort,
                "--logging.level.org.springframework.security.oauth2.client.web=TRACE", "--spring.sql.init.mode=never"), Recording.module(), Map.of());
        shop.await("Started Shop");
    }

    @AfterAll
    static void stop() {
        if (shop != null) {
            shop.close();
        }
        if (auth != null) {
            auth.close();
        }
    }

    @Test
    @DisplayName("登录的每一跳：书店 → 授权服务器 → 带着授权码回到书店")
    void login() {
        StringBuilder hops = new StringBuilder();
        Browser browser = new Browser("http://127.0.0.1:" + shopPort);
        Browser.Page page = hop(hops, browser, "/me");
        page = hop(hops, browser, page.location());
        String authorize = page.location();
        assertThat(authorize).startsWith(authUrl).contains("code_challenge=", "state=", "nonce=");
        page = hop(hops, browser, authorize);
        assertThat(page.location()).isEqualTo(authUrl + "/login");
        page = browser.submit(authUrl + "/login", authUrl + "/login", "username=alice&password=pw");
        hops.append("POST 授权服务器/login（alice 的密码）\n").append(arrow(page));
        page = hop(hops, browser, page.location());
        String callback = page.location();
        assertThat(callback).contains("code=", "state=");
        page = hop(hops, browser, callback);
        page = hop(hops, browser, page.location());
        assertThat(page.status()).isEqualTo(200);
        hops.append("  ").append(page.body()).append('\n');
        // the long query is printed once
        Recording.check("oauth2-login.txt", hops.toString().replaceFirst("(?s)(\\?response_type=.*?S256)", "@@")
                .replaceAll("(?s)\n     \\?response_type=.*?S256(\n     &continue)?", "?…").replace("@@", first(hops)));

        // 授权码用过了，同一个地址再来一次
        assertThat(browser.get(callback).location()).isEqualTo("/login?error");
    }

    @Test
    @DisplayName("state 不是自己发的：登录不了，不去换令牌")
    void foreignState() {
        Browser victim = new Browser("http://127.0.0.1:" + shopPort);
        victim.get("/oauth2/authorization/bookstore");
        assertThat(victim.get("/login/oauth2/code/bookstore?code=stolen&state=made-up").location())
                .isEqualTo("/login?error");
        assertThat(victim.get("/me").status()).isEqualTo(302);
    }

    @Test
    @DisplayName("回到的地址没有注册过：授权服务器 400，不跳转")
    void otherRedirect() {
        Browser alice = new Browser(authUrl);
        alice.login("alice", "pw");
        Browser.Page page = alice.get("/oauth2/authorize?response_type=code&client_id=shop&scope=openid"
                + "&redirect_uri=http://127.0.0.1:" + shopPort + "/login/oauth2/code/bookstore/");
        assertThat(page.status()).isEqualTo(400);
        assertThat(page.location()).isEmpty();
    }

    @Test
    @DisplayName("两个应用用同一个主机名：会话的 Cookie 互相覆盖，登录失败")
    void sameHost() {
        String sameHost = authUrl.replace("localhost", "127.0.0.1");
        Browser browser = new Browser("http://127.0.0.1:" + shopPort);
        browser.get(browser.get("/oauth2/authorization/bookstore").location().replace(authUrl, sameHost));
        Browser.Page page = browser.submit(sameHost + "/login", sameHost + "/login", "username=alice&password=pw");
        String callback = browser.get(page.location()).location();
        assertThat(callback).contains("code=");
        assertThat(browser.get(callback).location()).isEqualTo("/login?error");
        Matcher shown = Pattern.compile("alert-danger[^>]*>([^<]+)<").matcher(browser.get("/login?error").body());
        assertThat(shown.find()).isTrue();
        shop.await("authorization_request_not_found");
        Recording.check("same-host.txt", "页面上  " + shown.group(1) + "\n日志里  " + shop.output().lines()
                .filter(line -> line.contains("authorization_request_not_found")).reduce((one, two) -> two).orElseThrow()
                .replaceFirst("^.*OAuth2AuthenticationException: ", "") + "\n");
    }

    private static String first(StringBuilder hops) {
        int start = hops.indexOf("?response_type=");
        return hops.substring(start, hops.indexOf("S256", start) + 4);
    }

    private static Browser.Page hop(StringBuilder hops, Browser browser, String address) {
        Browser.Page page = browser.get(address);
        hops.append("GET ").append(masked(address)).append('\n').append(arrow(page));
        return page;
    }

    private static String arrow(Browser.Page page) {
        return "  " + page.status() + (page.location().isEmpty() ? "" : " → " + masked(page.location())) + "\n";
    }

    private static String masked(String address) {
        return address.replace(authUrl, "授权服务器").replace("http://127.0.0.1:" + shopPort, "书店")
                .replaceAll("(state|nonce|code_challenge|code)=[^&]+", "$1=…")
                .replaceAll("redirect_uri=[^&]+", "redirect_uri=书店/login/oauth2/code/bookstore")
                .replaceAll("[?&](?=\\w+=)|&(?=continue)", "\n     $0");
    }
}
