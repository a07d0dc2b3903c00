package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import com.deque.html.axecore.results.Results;
import com.deque.html.axecore.selenium.AxeBuilder;
import com.example.book.Recording;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.By;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.support.ui.ExpectedConditions;
import org.openqa.selenium.support.ui.WebDriverWait;

@DisplayName("一个人从头走到尾：写、预览、发布、评论、审核、搜索")
class JourneyTests extends Support {

    private ChromeDriver browser;
    private final List<String> steps = new ArrayList<>();

    @AfterEach
    void close() {
        if (browser != null) {
            browser.quit();
        }
    }

    private void open(String path) {
        browser.get("http://localhost:" + port + path);
    }

    private void write(String id, String text) {
        browser.findElement(By.id(id)).clear();
        browser.findElement(By.id(id)).sendKeys(text);
    }

    private void press(String label) {
        browser.findElement(By.xpath("//main//button[text()='" + label + "']")).click();
    }

    /** Whoever uses it sees this text; and the page has no fault that axe finds, and fits the screen. */
    private void sees(String step, String text) {
        new WebDriverWait(browser, Duration.ofSeconds(10))
                // The page may change between finding its body and reading it: chromedriver then says this.
                .ignoring(WebDriverException.class)
                .until(ExpectedConditions.textToBePresentInElementLocated(By.tagName("body"), text));
        sound(step);
        steps.add(step);
    }

    private void sound(String step) {
        Results axe = new AxeBuilder().analyze(browser);
        assertThat(axe.getViolations()).as(step).isEmpty();
        long overflow = (Long) browser.executeScript(
                "return document.documentElement.scrollWidth - document.documentElement.clientWidth");
        assertThat(overflow).as(step + "：横向滚动").isZero();
    }

    @ParameterizedTest
    @CsvSource({"手机, 390, 844", "电脑, 1280, 800"})
    void wholeWay(String device, int width, int height) throws IOException {
        browser = Chromium.start(width, height);
        blog.published("wu", "以前的一篇", "以前的内容", "旧书");
        open("/desk");
        sound("登录页");
        write("username", "zhou");
        write("password", Fixture.PASSWORD);
        press("登录");
        sees("登录", "写作台");
        browser.findElement(By.id("file")).sendKeys(picture().toString());
        press("上传");
        sees("上传图片", "写进正文就能用");
        String link = browser.findElement(By.id("picture")).getText();

        browser.findElement(By.id("new")).click();
        write("title", "雪天的书店");
        write("body", "下雪了，**店里**有热茶。\n\n" + link);
        write("tags", "随笔");
        preview("店里");
        press("保存");
        sees("保存草稿", "保存好了");
        open("/desk");
        press("发布");
        sees("发布", "发布了");

        open("/posts/雪天的书店");
        sees("读者打开文章", "有热茶");
        WebElement image = browser.findElement(By.cssSelector(".prose img"));
        assertThat(image.getDomProperty("naturalWidth")).isEqualTo("40");
        write("name", "过路的读者");
        write("body", "<script>alert(1)</script> 茶是什么茶？");
        press("发表");
        sees("读者评论", "编辑看过之后会显示");
        open("/desk/comments");
        press("通过");
        sees("编辑审核", "处理好了");
        open("/posts/雪天的书店");
        sees("评论出现", "<script>alert(1)</script> 茶是什么茶？");

        write("q", "热茶");
        browser.findElement(By.cssSelector(".find button")).click();
        sees("搜索", "雪天的书店");
        open("/");
        sees("首页", "以前的一篇");
        finish(device);
    }

    @Test
    void aDoubleClickSavesOnce() {
        browser = Chromium.start(1280, 800);
        open("/desk");
        write("username", "lin");
        write("password", Fixture.PASSWORD);
        press("登录");
        for (String path : List.of("/desk/posts/new", "/desk/posts/1")) {
            open(path);
            write("title", "雪天的书店");
            write("body", "从 " + path + " 存的");
            new Actions(browser).doubleClick(browser.findElement(By.id("save"))).perform();
            sees("连点两下", "保存好了");
            assertThat(blog.jdbc().sql("select body from post").query(String.class).list())
                    .containsExactly("从 " + path + " 存的");
        }
    }

    private void preview(String text) {
        String desk = browser.getWindowHandle();
        browser.findElement(By.id("preview")).click();
        new WebDriverWait(browser, Duration.ofSeconds(10)).until(ExpectedConditions.numberOfWindowsToBe(2));
        String other = browser.getWindowHandles().stream().filter(handle -> !handle.equals(desk)).findFirst().orElseThrow();
        browser.switchTo().window(other);
        sees("预览", text);
        browser.close();
        browser.switchTo().window(desk);
    }

    /** Nothing in the browser's console, neither errors nor what the policy forbids. */
    private void finish(String device) {
        List<String> console = browser.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(Object::toString).filter(line -> !line.contains("favicon.ico")).toList();
        assertThat(console).isEmpty();
        if (device.equals("手机")) {
            Recording.check("journey.txt", String.join("\n", steps));
        }
        assertThat(steps).hasSize(11);
    }

    private static Path picture() throws IOException {
        Path file = Recording.module().resolve("target/cover.png");
        Files.write(file, PictureTests.image("png", 40, 30));
        return file;
    }
}
