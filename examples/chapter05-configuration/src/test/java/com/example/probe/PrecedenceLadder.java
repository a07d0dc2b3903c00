package com.example.probe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;

import javax.naming.Context;
import javax.naming.NameNotFoundException;
import javax.naming.spi.InitialContextFactory;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.PropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.mock.web.MockServletConfig;
import org.springframework.mock.web.MockServletContext;
import org.springframework.web.context.support.StandardServletEnvironment;

/**
 * 所有来源都写 bookstore.winner，各写自己的名字；谁赢了就打印谁，再把它拿掉，重来一轮，直到一个不剩。
 * 在自己的进程里运行：工作目录、类路径、用户目录和环境变量都由测试准备。
 */
public class PrecedenceLadder {

    private static final String KEY = "bookstore.winner";

    /** 打包在类路径里的与放在工作目录里的配置文件，值是来源的名字。 */
    private static final List<String> FILES = List.of(
            "classes/application.yml", "classes/application.properties",
            "classes/config/application.properties",
            "classes/application-prod.properties", "classes/config/application-prod.properties",
            "application.yml", "application.properties",
            "config/application.properties", "config/cloud/application.properties",
            "application-prod.properties", "config/application-prod.properties",
            "config/cloud/application-prod.properties",
            "property-source.properties",
            ".config/spring-boot/spring-boot-devtools.properties");

    private static final List<String> OTHERS = List.of("defaultProperties", "环境变量", "系统属性", "JNDI",
            "ServletContext", "ServletConfig", "SPRING_APPLICATION_JSON", "命令行");

    @Configuration
    @PropertySource(value = "file:property-source.properties", ignoreResourceNotFound = true)
    static class Sources {
    }

    public static void main(String[] args) throws IOException {
        List<String> alive = new ArrayList<>(FILES);
        alive.addAll(OTHERS);
        for (String file : FILES) {
            write(file);
        }
        for (int round = 1; !alive.isEmpty(); round++) {
            String winner = run(alive);
            System.out.printf("第 %2d 轮  %2d 个来源竞争  胜者 %s%n",
                    round, alive.size(), winner);
            Files.deleteIfExists(Path.of(winner));
            if (!alive.remove(winner)) {
                throw new IllegalStateException("不认识的胜者：" + winner);
            }
        }
    }

    private static String run(List<String> alive) {
        SpringApplication application = new SpringApplication(Sources.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setLogStartupInfo(false);
        JndiContexts.bound = alive.contains("JNDI");
        System.clearProperty(KEY);
        if (alive.contains("系统属性")) {
            System.setProperty(KEY, "系统属性");
        }
        if (alive.contains("defaultProperties")) {
            application.setDefaultProperties(Map.of(KEY, "defaultProperties"));
        }
        StandardServletEnvironment environment = new StandardServletEnvironment();
        // The process really has these variables; one that has lost its turn is hidden.
        Map<String, Object> variables = new HashMap<>(System.getenv());
        if (!alive.contains("环境变量")) {
            variables.remove("BOOKSTORE_WINNER");
        }
        if (!alive.contains("SPRING_APPLICATION_JSON")) {
            variables.remove("SPRING_APPLICATION_JSON");
        }
        environment.getPropertySources().replace("systemEnvironment",
                new SystemEnvironmentPropertySource("systemEnvironment", variables));
        MockServletContext servletContext = new MockServletContext();
        MockServletConfig servletConfig = new MockServletConfig(servletContext);
        if (alive.contains("ServletContext")) {
            servletContext.addInitParameter(KEY, "ServletContext");
        }
        if (alive.contains("ServletConfig")) {
            servletConfig.addInitParameter(KEY, "ServletConfig");
        }
        environment.initPropertySources(servletContext, servletConfig);
        application.setEnvironment(environment);
        List<String> arguments = new ArrayList<>(List.of(
                "--spring.profiles.active=prod", "--spring.main.banner-mode=off"));
        if (alive.contains("命令行")) {
            arguments.add("--" + KEY + "=命令行");
        }
        try (var context = application.run(arguments.toArray(String[]::new))) {
            return context.getEnvironment().getProperty(KEY);
        }
    }

    private static void write(String file) throws IOException {
        Path path = Path.of(file);
        if (path.getParent() != null) {
            Files.createDirectories(path.getParent());
        }
        Files.writeString(path, file.endsWith(".yml")
                ? "bookstore:\n  winner: " + file + "\n"
                : KEY + "=" + file + "\n");
    }

    /** 一个只有一条记录的 JNDI。 */
    public static class JndiContexts implements InitialContextFactory {

        static boolean bound;

        @Override
        public Context getInitialContext(Hashtable<?, ?> settings) {
            return (Context) java.lang.reflect.Proxy.newProxyInstance(getClass().getClassLoader(),
                    new Class<?>[] { Context.class }, (proxy, method, arguments) -> switch (method.getName()) {
                        case "lookup" -> {
                            if (bound && arguments[0].equals("java:comp/env/" + KEY)) {
                                yield "JNDI";
                            }
                            throw new NameNotFoundException(String.valueOf(arguments[0]));
                        }
                        case "getEnvironment" -> new Hashtable<>();
                        default -> null;
                    });
        }
    }
}
