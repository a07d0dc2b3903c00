package com.example.bookstore;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import com.example.book.Missing;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A real browser without a window. */
final class Chromium {

    private static final Path BROWSER = Path.of("/usr/bin/chromium");
    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");

    private Chromium() {
    }

    /**
     * Starts one. Debian's where it is installed; elsewhere Selenium looks for Chrome and fetches its driver.
     *
     * @throws org.opentest4j.TestAbortedException when there is none, which skips the test
     */
    static ChromeDriver start(int width, int height) {
        ChromeOptions options = new ChromeOptions();
        options.addArguments("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
                "--lang=zh-CN", "--force-device-scale-factor=1");
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, java.util.logging.Level.ALL);
        options.setCapability("goog:loggingPrefs", logs);
        ChromeDriverService.Builder service = new ChromeDriverService.Builder();
        if (Stream.of(BROWSER, DRIVER).allMatch(Files::isExecutable)) {
            options.setBinary(BROWSER.toFile());
            service.usingDriverExecutable(DRIVER.toFile());
        }
        try {
            ChromeDriver driver = new ChromeDriver(service.build(), options);
            driver.manage().window().setSize(new Dimension(width, height));
            return driver;
        }
        catch (WebDriverException ex) {
            throw Missing.part("没有 Chromium 与 chromedriver：Debian 上安装 chromium-driver（"
                    + ex.getMessage().lines().findFirst().orElse("") + "）");
        }
    }
}
