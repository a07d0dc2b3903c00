package com.example.sso;

import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.example.book.MavenProject;
import com.example.book.Recording;
import com.example.book.RunningProgram;
import com.example.book.parts.BootProcess;
import com.example.probe.Boot35;
import com.example.probe.Browser;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

import static org.assertj.core.api.Assertions.assertThat;

/** Two processes. The shop is called 127.0.0.1 and the server localhost: cookies know hosts, not ports. */
@DisplayName("授权服务器与 OAuth2 登录，两个进程")
@TestMethodOrder(OrderAnnotation.class)
class OAuth2LoginTests {

    /** Each process then prints a line for every request that it gets, before it answers. */
    private static final String SECURING = "--logging.level.org.springframework.security.web.FilterChainProxy=DEBUG";

    private static final Pattern SECURED = Pattern.compile("Securing (\\w+ [^?\\s]+)");

    static BootProcess auth;
    static RunningProgram shop;
    static String authUrl;
    static int shopPort;
    static int oldShopPort;

    @BeforeAll
    static void start() {
        shopPort = RunningProgram.freePort();
        oldShopPort = RunningProgram.freePort();
        String client = "--spring.security.oauth2.authorizationserver.client.";
        String callback = "/login/oauth2/code/bookstore";
        auth = BootProcess.of(MavenProject.javaCommand("zh", "-cp", System.getProperty("java.class.path"),
                AuthServer.class.getName()))
                .arguments("--spring.config.additional-location=classpath:/sso/auth-server.yaml",
                        "--shop.url=http://127.0.0.1:" + shopPort, "--spring.sql.init.mode=never",
                        SECURING,
                        // the shop of Boot 3.5 returns elsewhere; and it as a client of its own
                        client + "shop.registration.redirect-uris=http://127.0.0.1:" + shopPort + callback
                                + ",http://127.0.0.1:" + oldShopPort + callback,
                        client + "old-shop.registration.client-id=old-shop",
                        client + "old-shop.registration.client-secret={noop}old-shop-secret",
                        client + "old-shop.registration.client-authentication-methods=client_secret_basic",
                        client + "old-shop.registration.authorization-grant-types=authorization_code",
                        client + "old-shop.registration.redirect-uris=http://127.0.0.1:" + oldShopPort + callback,
                        client + "old-shop.registration.scopes=openid",
                        client + "old-shop.require-proof-key=false")
                .readyPath("/.well-known/openid-configuration").start();
        authUrl = "http://localhost:" + auth.port();
        shop = RunningProgram.start(MavenProject.javaCommand("zh", "-XX:TieredStopAtLevel=1",
                "-cp", System.getProperty("java.class.path"), Shop.class.getName(),
                "--spring.config.additional-location=classpath:/sso/shop.yaml", "--auth.url=" + authUrl,
                "--server.port=" + shopPort,
                "--logging.level.org.springframework.security.oauth2.client.web=TRACE", "--spring.sql.init.mode=never",
                SECURING), Recording.module(), Map.of());
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
    @Order(1) // before the others: it reads all that the two have printed
    @DisplayName("登录的每一跳：书店 → 授权服务器 → 带着授权码回到书店；书店在后台换令牌、取公钥、问是谁；与图上一样")
    void login() throws IOException {
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
        hops.append("GET ").append(masked(callback)).append('\n');
        page = browser.get(callback);
        auth.awaitLine("Securing GET /userinfo"); // the last that the shop asks
        List<String> toAuth = requests(auth.output());
        int token = toAuth.indexOf("POST /oauth2/token");
        List<String> inBackground = toAuth.subList(token, toAuth.size());
        inBackground.forEach(request -> hops.append("  书店在后台 ")
                .append(request.replace(" /", " 授权服务器/")).append('\n'));
        hops.append(arrow(page));
        page = hop(hops, browser, page.location());
        assertThat(page.status()).isEqualTo(200);
        hops.append("  ").append(page.body()).append('\n');
        // the long query is printed once
        Recording.check("oauth2-login.txt", hops.toString().replaceFirst("(?s)(\\?response_type=.*?S256)", "@@")
                .replaceAll("(?s)\n     \\?response_type=.*?S256(\n     &continue)?", "?…").replace("@@", first(hops)));

        shop.await("Securing GET /me?continue");
        assertThat(drawn("browser shop")).isEqualTo(requests(shop.output()));
        assertThat(drawn("browser auth")).isEqualTo(toAuth.subList(0, token));
        assertThat(drawn("shop auth")).isEqualTo(inBackground);

        // the same address once more: the shop has forgotten this state, and does not even ask the server
        assertThat(browser.get(callback).location()).isEqualTo("/login?error");
        shop.await("authorization_request_not_found");
        assertThat(requests(auth.output())).isEqualTo(toAuth);
    }

    /** The requests that a process has printed since it was ready, without their queries. */
    private static List<String> requests(String output) {
        return SECURED.matcher(output).results().map(found -> found.group(1))
                .filter(request -> !request.contains("/.well-known/")).toList();
    }

    /** The requests of the picture, from top to bottom. */
    private static List<String> drawn(String between) throws IOException {
        String picture = Files.readString(Recording.module()
                .resolve("../../static/img/chapter12-security/oauth2-login.svg"));
        return Pattern.compile("data-hop=\"" + between + " ([^\"]+)\"").matcher(picture).results()
                .map(found -> found.group(1)).toList();
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

    @Test
    @DisplayName("偷到授权码、也知道书店的密钥：没有 code_verifier、拿地址里的 code_challenge 充数、乱写一个，都换不到；出示对的，同样的请求换得到")
    void stolenCode() throws Exception {
        Browser browser = new Browser("http://127.0.0.1:" + shopPort);
        String authorize = browser.get("/oauth2/authorization/bookstore").location();
        String seen = parameter("code_challenge", authorize);
        browser.get(authorize);
        Browser.Page page = browser.submit(authUrl + "/login", authUrl + "/login", "username=alice&password=pw");
        String code = parameter("code", browser.get(page.location()).location());
        for (String stolen : List.of("", "&code_verifier=" + seen, "&code_verifier=" + "x".repeat(43))) {
            assertThat(redeem(code, stolen)).as(stolen).startsWith("400").contains("invalid_grant").doesNotContain("access_token");
        }

        // the same requests with a code whose verifier is known: nothing but the verifier stood in the way
        String verifier = "0123456789".repeat(5);
        String challenge = Base64.getUrlEncoder().withoutPadding().encodeToString(
                MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII)));
        String own = parameter("code", browser.get(authorize.replace(seen, challenge)).location());
        assertThat(redeem(own, "&code_verifier=" + verifier + "0")).startsWith("400").contains("invalid_grant");
        assertThat(redeem(own, "&code_verifier=" + verifier)).startsWith("200").contains("access_token");
        assertThat(redeem(own, "&code_verifier=" + verifier)).startsWith("400").doesNotContain("access_token");
    }

    /** Asks for tokens as the shop does; verifier is what is added to the form. */
    private static String redeem(String code, String verifier) throws Exception {
        String secret = Base64.getEncoder().encodeToString("shop:shop-secret".getBytes(StandardCharsets.UTF_8));
        try (HttpClient thief = HttpClient.newHttpClient()) {
            HttpResponse<String> response = thief.send(HttpRequest.newBuilder(URI.create(authUrl + "/oauth2/token"))
                    .header("Authorization", "Basic " + secret)
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .POST(BodyPublishers.ofString("grant_type=authorization_code&code=" + code
                            + "&redirect_uri=http://127.0.0.1:" + shopPort + "/login/oauth2/code/bookstore" + verifier)).build(),
                    BodyHandlers.ofString());
            return response.statusCode() + " " + response.body();
        }
    }

    private static String parameter(String name, String address) {
        Matcher found = Pattern.compile("[?&]" + name + "=([^&]+)").matcher(address);
        assertThat(found.find()).as(address).isTrue();
        return found.group(1);
    }

    @Test
    @DisplayName("书店还在 Boot 3.5：它不带 code_challenge，4.x 的授权服务器拒绝；给这个客户写 require-proof-key: false 就不拒绝")
    void oldShop() {
        Path classes = Recording.module().resolve("target/boot35/shop");
        assertThat(Boot35.compile(classes, List.of(
                Recording.module().resolve("src/test/java/com/example/sso/Shop.java")))).isEmpty();
        try (RunningProgram old = Boot35.start(Shop.class.getName(), classes, "src/test/resources/sso",
                "--spring.config.location=classpath:/shop.yaml", "--auth.url=" + authUrl,
                "--server.port=" + oldShopPort)) {
            Browser browser = new Browser("http://127.0.0.1:" + oldShopPort);
            String authorize = browser.get("/oauth2/authorization/bookstore").location();
            assertThat(authorize).startsWith(authUrl).contains("state=", "nonce=").doesNotContain("code_challenge");
            String refused = browser.get(authorize).location();
            assertThat(browser.get(refused).location()).isEqualTo("/login?error");
            Recording.check("old-shop.txt", "回到书店的地址\n  " + URLDecoder.decode(masked(refused), StandardCharsets.UTF_8)
                    .replaceAll("\\n +", "\n  ") + "\n");
            assertThat(browser.get(authorize.replace("client_id=shop", "client_id=old-shop")).location())
                    .isEqualTo(authUrl + "/login");
        }
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
