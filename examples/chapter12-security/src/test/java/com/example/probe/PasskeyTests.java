package com.example.probe;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import com.example.book.Missing;
import com.example.book.Recording;
import com.example.book.RunningProgram;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.virtualauthenticator.VirtualAuthenticator;
import org.openqa.selenium.virtualauthenticator.VirtualAuthenticatorOptions;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.security.authentication.AccountStatusUserDetailsChecker;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.webauthn.management.JdbcPublicKeyCredentialUserEntityRepository;
import org.springframework.security.web.webauthn.management.JdbcUserCredentialRepository;
import org.springframework.security.web.webauthn.management.PublicKeyCredentialUserEntityRepository;
import org.springframework.security.web.webauthn.management.UserCredentialRepository;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import static org.assertj.core.api.Assertions.assertThat;

@DisplayName("通行密钥，在真的 Chromium 里")
class PasskeyTests {

    static int port;
    static ConfigurableApplicationContext app;
    static ChromeDriver browser;

    @BeforeAll
    static void start() {
        browser = chromium();
        port = RunningProgram.freePort();
        app = run(port);
    }

    private static ConfigurableApplicationContext run(int port, String... more) {
        return new SpringApplicationBuilder(PasskeyShop.class).properties("spring.sql.init.mode=never",
                "logging.level.root=warn", "server.port=" + port).run(more);
    }

    @AfterAll
    static void stop() {
        if (browser != null) {
            browser.quit();
        }
        if (app != null) {
            app.close();
        }
    }

    @Test
    @DisplayName("用密码登录一次，注册；退出之后用通行密钥登录，不输密码；没有通行密钥的设备登录不了")
    void registerAndUse() {
        StringBuilder steps = new StringBuilder();
        VirtualAuthenticator phone = browser.addVirtualAuthenticator(device());
        password(port);
        steps.append("用密码登录      ").append(text()).append('\n');
        assertThat(register(port, "phone")).contains("phone");
        assertThat(phone.getCredentials()).hasSize(1);
        steps.append("注册之后，设备里有 %d 把，只给 %s 用%n".formatted(phone.getCredentials().size(),
                phone.getCredentials().getFirst().getRpId()));

        browser.manage().deleteAllCookies();
        browser.get("http://localhost:" + port + "/login");
        browser.findElement(By.id("passkey-signin")).click();
        await("alice", () -> browser.getPageSource().contains("alice"));
        steps.append("用通行密钥登录  ").append(text()).append('\n');

        browser.manage().deleteAllCookies();
        phone.removeAllCredentials();
        browser.get("http://localhost:" + port + "/login");
        browser.findElement(By.id("passkey-signin")).click();
        await("refused", () -> browser.getCurrentUrl().contains("error"));
        steps.append("换一部空的设备  ").append(browser.getCurrentUrl().replaceAll("http://localhost:\\d+", "")).append('\n');
        Recording.check("passkey.txt", steps.toString());
        browser.removeVirtualAuthenticator(phone);
    }

    @Test
    @DisplayName("默认的注册页没有写明编码：中文的名字变成问号；force-response 之后才对")
    void chineseLabel() {
        VirtualAuthenticator phone = browser.addVirtualAuthenticator(device());
        password(port);
        assertThat(register(port, "手机")).contains("??").doesNotContain("手机");
        int other = RunningProgram.freePort();
        try (var forced = run(other, "--spring.servlet.encoding.force-response=true")) {
            phone.removeAllCredentials();
            password(other);
            assertThat(register(other, "手机")).containsExactly("手机");
        }
        browser.removeVirtualAuthenticator(phone);
    }

    @Test
    @DisplayName("公钥放进数据库：应用重启之后，原来的设备照样登录")
    void survivesRestart() {
        VirtualAuthenticator phone = browser.addVirtualAuthenticator(device());
        int stored = RunningProgram.freePort();
        try (var first = stored(stored, "--spring.sql.init.mode=always")) {
            password(stored);
            register(stored, "phone");
        }
        try (var second = stored(stored, "--spring.sql.init.mode=never")) {
            browser.manage().deleteAllCookies();
            browser.get("http://localhost:" + stored + "/login");
            browser.findElement(By.id("passkey-signin")).click();
            await("alice", () -> browser.getPageSource().contains("FACTOR_WEBAUTHN"));
        }
        browser.removeVirtualAuthenticator(phone);
    }

    @Test
    @DisplayName("停用的账号：密码登录不了，通行密钥默认放它进去；查人时看一眼状态，才登录不了")
    void disabledAccount() {
        VirtualAuthenticator phone = browser.addVirtualAuthenticator(device());
        int own = RunningProgram.freePort();
        for (boolean checking : List.of(false, true)) {
            SpringApplicationBuilder shop = checking ? new SpringApplicationBuilder(PasskeyShop.class, Active.class)
                    : new SpringApplicationBuilder(PasskeyShop.class);
            try (var app = shop.run("--spring.sql.init.mode=never", "--logging.level.root=warn", "--server.port=" + own)) {
                phone.removeAllCredentials();
                password(own);
                register(own, "phone");
                passkey(own);
                await("alice", () -> browser.getPageSource().contains("FACTOR_WEBAUTHN"));

                app.getBean(InMemoryUserDetailsManager.class).updateUser(
                        User.withUsername("alice").password("{noop}pw").roles("CUSTOMER").disabled(true).build());
                logIn(own);
                await("refused", () -> browser.getCurrentUrl().contains("error"));
                passkey(own);
                if (checking) {
                    await("refused", () -> browser.getCurrentUrl().contains("error"));
                }
                else {
                    await("alice", () -> browser.getPageSource().contains("FACTOR_WEBAUTHN"));
                }
            }
        }
        browser.removeVirtualAuthenticator(phone);
    }

    @SpringBootConfiguration
    static class Active {

        // region active
        /** 通行密钥登录时，用这一个来查人：停用、锁定、过期的账号抛异常。 */
        @Bean
        Customizer<HttpSecurity> activeOnly(UserDetailsService users) {
            UserDetailsService checked = name -> {
                UserDetails user = users.loadUserByUsername(name);
                new AccountStatusUserDetailsChecker().check(user);
                return user;
            };
            return http -> http.setSharedObject(UserDetailsService.class, checked);
        }
        // endregion active
    }

    private static void passkey(int port) {
        browser.manage().deleteAllCookies();
        browser.get("http://localhost:" + port + "/login");
        browser.findElement(By.id("passkey-signin")).click();
    }

    private static ConfigurableApplicationContext stored(int port, String mode) {
        return new SpringApplicationBuilder(PasskeyShop.class, Stored.class)
                .properties("logging.level.root=warn", "server.port=" + port,
                        "spring.datasource.url=jdbc:h2:mem:passkeys;DB_CLOSE_DELAY=-1",
                        "spring.sql.init.schema-locations=classpath:org/springframework/security/user-entities-schema.sql,"
                                + "classpath:org/springframework/security/user-credentials-schema.sql",
                        "spring.sql.init.data-locations=optional:classpath:none.sql").run(mode);
    }

    @SpringBootConfiguration
    static class Stored {

        // region stored
        @Bean
        UserCredentialRepository credentials(JdbcOperations jdbc) {
            return new JdbcUserCredentialRepository(jdbc);
        }

        @Bean
        PublicKeyCredentialUserEntityRepository owners(JdbcOperations jdbc) {
            return new JdbcPublicKeyCredentialUserEntityRepository(jdbc);
        }
        // endregion stored
    }

    private static void password(int port) {
        logIn(port);
        await("alice", () -> browser.getPageSource().contains("alice"));
    }

    private static void logIn(int port) {
        browser.manage().deleteAllCookies();
        browser.get("http://localhost:" + port + "/login");
        browser.findElement(By.name("username")).sendKeys("alice");
        browser.findElement(By.name("password")).sendKeys("pw");
        browser.findElement(By.cssSelector("form.login-form button")).click();
    }

    /** The names that the page then shows. */
    private static List<String> register(int port, String label) {
        int before = names(port).size();
        browser.findElement(By.id("label")).sendKeys(label);
        browser.findElement(By.id("register")).click();
        await("registered", () -> browser.getCurrentUrl().contains("success") && names().size() > before);
        return names();
    }

    private static List<String> names(int port) {
        browser.get("http://localhost:" + port + "/webauthn/register");
        return names();
    }

    private static List<String> names() {
        return browser.findElements(By.cssSelector("tbody tr.v-middle td:first-child")).stream()
                .map(WebElement::getText).toList();
    }

    private static String text() {
        return browser.findElement(By.tagName("body")).getText();
    }

    private static void await(String what, java.util.function.BooleanSupplier condition) {
        Awaitility.await(what).atMost(Duration.ofSeconds(20)).pollInterval(Duration.ofMillis(50))
                .ignoreExceptionsInstanceOf(StaleElementReferenceException.class) // the page is being replaced
                .until(condition::getAsBoolean);
    }

    private static VirtualAuthenticatorOptions device() {
        return new VirtualAuthenticatorOptions().setProtocol(VirtualAuthenticatorOptions.Protocol.CTAP2)
                .setTransport(VirtualAuthenticatorOptions.Transport.INTERNAL).setHasResidentKey(true)
                .setHasUserVerification(true).setIsUserVerified(true);
    }

    static ChromeDriver chromium() {
        ChromeOptions options = new ChromeOptions();
        options.addArguments("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu");
        ChromeDriverService.Builder service = new ChromeDriverService.Builder();
        Path binary = Path.of("/usr/bin/chromium");
        Path driver = Path.of("/usr/bin/chromedriver");
        if (List.of(binary, driver).stream().allMatch(Files::isExecutable)) {
            options.setBinary(binary.toFile());
            service.usingDriverExecutable(driver.toFile());
        }
        try {
            return new ChromeDriver(service.build(), options);
        }
        catch (WebDriverException ex) {
            throw Missing.part("没有 Chromium 与 chromedriver：Debian 上安装 chromium-driver（"
                    + ex.getMessage().lines().findFirst().orElse("") + "）");
        }
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration
    @Import(Me.class)
    static class PasskeyShop {

        // region passkey
        @Bean
        SecurityFilterChain web(HttpSecurity http,
                @Value("http://localhost:${server.port}") String origin) throws Exception {
            return http
                    .authorizeHttpRequests(rules -> rules.anyRequest().authenticated())
                    .formLogin(Customizer.withDefaults())
                    .webAuthn(passkeys -> passkeys.rpName("书店")
                            .rpId("localhost") // 上线后写域名
                            .allowedOrigins(origin))
                    .build();
        }
        // endregion passkey

        @Bean
        InMemoryUserDetailsManager users() {
            return new InMemoryUserDetailsManager(
                    User.withUsername("alice").password("{noop}pw").roles("CUSTOMER").build());
        }
    }

    @RestController
    static class Me {

        @GetMapping("/")
        String me(Authentication who) {
            return who.getName() + " " + who.getAuthorities().stream().map(GrantedAuthority::getAuthority)
                    .sorted().toList();
        }
    }
}
