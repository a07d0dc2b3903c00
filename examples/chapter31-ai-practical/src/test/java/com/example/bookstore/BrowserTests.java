package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;

import com.example.book.Recording;
import com.example.standin.Reply;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.core.io.ClassPathResource;
import tools.jackson.databind.JsonNode;

@DisplayName("在浏览器里走一遍：登录、提问、下单、退出")
class BrowserTests extends StoreTest {

    private static Chromium browser;

    @LocalServerPort
    private int port;

    @BeforeAll
    static void start() {
        browser = Chromium.start();
    }

    @AfterAll
    static void stop() {
        if (browser != null) {
            browser.close();
        }
    }

    private String address(String path) {
        return "http://127.0.0.1:" + port + path;
    }

    private void login() {
        browser.forgetCookies();
        browser.open(address("/login"));
        browser.type("#username", "li");
        browser.type("#password", "li-password");
        browser.click("button[type=submit]");
        browser.await("document.querySelector('#question') !== null && document.readyState === 'complete'");
    }

    private String ask(String question) {
        int before = browser.evaluate("Number(document.querySelector('#messages').dataset.answered ?? 0)").asInt();
        browser.await("!document.querySelector('#ask button').disabled");
        browser.type("#question", question);
        browser.click("#ask button");
        browser.await("Number(document.querySelector('#messages').dataset.answered) === " + (before + 1));
        return browser.evaluate("document.querySelector('#messages p:last-child').textContent").asString();
    }

    private void accessible() throws IOException {
        browser.evaluate(new ClassPathResource("axe.min.js").getContentAsString(StandardCharsets.UTF_8) + "; true");
        JsonNode violations = browser.evaluate(
                "axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa']}).then(r => r.violations.map(v => v.id + ' ' + v.nodes.map(n => n.html).join(' | ')))");
        assertThat(violations.size()).as(violations.toString()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"360,740", "1280,800"})
    @DisplayName("手机与桌面：一个人从登录到买到书")
    void wholeWay(int width, int height) throws IOException {
        browser.size(width, height);
        browser.forgetCookies();
        browser.open(address("/login"));
        accessible();
        login();
        accessible();
        assertThat(ask("绕过缓存直接改了数据库，旧价一直在，怎么办")).contains("chapter13-caching");
        assertThat(ask("《三体》多少钱")).isEqualTo("《三体》68.00 元，还有 5 本。");
        ask("我要买 2 本《三体》");
        browser.await("document.querySelector('#proposals').innerText.includes('136.00')");
        accessible();
        assertThat(browser.evaluate("document.documentElement.scrollWidth <= innerWidth").asBoolean()).isTrue();
        Files.createDirectories(Recording.module().resolve("target"));
        Files.write(Recording.module().resolve("target/chat-" + width + ".png"), browser.screenshot());
        browser.click("#proposals li button");
        browser.await("location.search === '?ordered' && document.body.innerText.includes('订单已经确认')");
        assertThat(shop.stock(1)).isEqualTo(3);
        accessible();
        browser.type("#wish", "关于科幻的书，100 元以内");
        browser.click("form[action$=wishes] button");
        browser.await("location.pathname === '/wishes' && document.body.innerText.includes('《三体》68.00 元')");
        accessible();
        browser.click("header button");
        browser.await("location.pathname === '/login'");
    }

    @Test
    @DisplayName("模型写的 HTML 只是文字，图片的地址没有人去取")
    void htmlIsText() {
        browser.size(1280, 800);
        login();
        browser.requested.clear();
        MODEL.next(new Reply.Say("<img src=\"https://books.example.net/x.png?q=secret\" onerror=\"document.title='taken'\">![x](https://books.example.net/y.png)"));
        assertThat(ask("你好")).startsWith("<img");
        assertThat(browser.evaluate("document.querySelectorAll('#messages img').length").asInt()).isZero();
        assertThat(browser.evaluate("document.title").asString()).isEqualTo("书店助手");
        assertThat(browser.requested).isNotEmpty().noneMatch(url -> url.contains("books.example.net"));
    }

    @Test
    @DisplayName("就算页面真的放进一张外面的图，内容安全策略也不让浏览器去取")
    void policyBlocks() {
        browser.size(1280, 800);
        login();
        String blocked = browser.evaluate("""
                new Promise(done => { document.addEventListener('securitypolicyviolation', e => done(e.effectiveDirective), {once: true});
                const i = document.createElement('img'); i.src = 'https://books.example.net/y.png'; document.body.append(i); })""").asString();
        assertThat(blocked).isEqualTo("img-src");
    }

    @Test
    @DisplayName("流断了：已经到的字留着，后面说明白没有说完，还能再问")
    void cut() {
        browser.size(360, 740);
        login();
        MODEL.next(new Reply.Cut("书里这样写：连接池耗尽的时候先看谁没有还。", 3));
        assertThat(ask("问")).isEqualTo("书里这样写：连接池耗尽的助手现在不能回答，请稍后再试。");
        assertThat(browser.evaluate("document.querySelectorAll('#messages p.failed').length").asInt()).isEqualTo(1);
        assertThat(ask("《活着》多少钱")).isEqualTo("《活着》39.00 元，还有 3 本。");
    }

    @Test
    @DisplayName("登录没有了（别的标签页退出了，或者书店重新启动过）：叫人刷新页面，不叫人再问一次，问几次也没有用")
    void lostSession() {
        browser.size(1280, 800);
        login();
        browser.evaluate("fetch('/logout', {method: 'POST', headers: {[meta('csrf-header')]: meta('csrf-token')}}).then(() => true)");
        assertThat(ask("你好")).isEqualTo("没有发出去，请刷新页面再试。");
        assertThat(MODEL.chats()).isEmpty();
    }

    @Test
    @DisplayName("字是一块一块出现的，不是最后才一起出现")
    void appearsBitByBit() {
        browser.size(1280, 800);
        login();
        MODEL.pace(java.time.Duration.ofMillis(40));
        try {
            browser.evaluate("""
                    window.lengths = []; new MutationObserver(() => lengths.push(
                      document.querySelector('#messages p:last-child').textContent.length))
                      .observe(document.querySelector('#messages'), {childList: true, subtree: true, characterData: true}); true""");
            MODEL.next(new Reply.Say("一二三四五六七八九十甲乙丙丁戊己庚辛壬癸"));
            ask("你好");
        }
        finally {
            MODEL.pace(java.time.Duration.ZERO);
        }
        List<Integer> lengths = browser.evaluate("[...new Set(lengths)]").valueStream().map(JsonNode::asInt).toList();
        assertThat(lengths).as(lengths.toString()).hasSizeGreaterThan(3);
    }
}
