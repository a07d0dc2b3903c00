package com.example.shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;

import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.YamlPropertiesFactoryBean;
import org.springframework.core.io.FileSystemResource;

@DisplayName("两张图与配置、录下的表说的一样")
class FigureTests {

    private static String picture(String name) throws IOException {
        return Files.readString(Recording.module().getParent().getParent()
                .resolve("static/img/chapter15-microservices").resolve(name));
    }

    private static Properties settings(String application) {
        YamlPropertiesFactoryBean yaml = new YamlPropertiesFactoryBean();
        yaml.setResources(new FileSystemResource(Recording.module().resolve("src/main/resources/" + application + ".yml")));
        return yaml.getObject();
    }

    private static List<String> texts(String picture) {
        return Pattern.compile("<text [^>]*>([^<]*)</text>").matcher(picture).results().map(text -> text.group(1)).toList();
    }

    private static String seconds(Object timeout) {
        return "最多等 " + timeout.toString().replaceFirst("(\\d+)s", "$1 秒");
    }

    @Test
    @DisplayName("三个服务：端口、路径、名字、三条线上的超时，都是配置里的")
    void services() throws IOException {
        List<String> texts = texts(picture("services.svg"));
        Properties gateway = settings("gateway");
        String routes = "spring.cloud.gateway.server.webmvc.routes";
        assertThat(texts).contains("127.0.0.1:" + gateway.get("server.port"),
                gateway.getProperty(routes + "[0].predicates").replace("Path=", ""),
                gateway.getProperty(routes + "[1].predicates").replace("Path=", ""),
                settings("catalog").getProperty("spring.application.name"),
                settings("order").getProperty("spring.application.name"));
        String outer = seconds(gateway.get("spring.http.clients.read-timeout"));
        assertThat(texts.stream().filter(outer::equals)).hasSize(2);
        assertThat(texts).contains("@HttpExchange，" + seconds(settings("order").get("spring.http.serviceclient.catalog.read-timeout")));
        assertThat(outer).isEqualTo("最多等 2 秒");
    }

    @Test
    @DisplayName("雪崩的时间线：几个线程、读超时多久，与量它的测试一样；谁有响应，与录下的表一样")
    void avalanche() throws IOException {
        List<String> texts = texts(picture("avalanche.svg"));
        String test = Files.readString(Recording.module().resolve("src/test/java/com/example/shop/TimeoutTests.java"));
        assertThat(test).contains("int THREADS = 8;", "catalog.read-timeout=200ms");
        assertThat(texts).containsSubsequence("没有超时", "线程 1", "线程 2", "线程 3～8", "排队，没有线程",
                "读超时 200 毫秒", "线程 1", "线程 2", "线程 3～8", "有响应");
        assertThat(Files.readString(Recording.module().resolve("output/avalanche.txt")).lines())
                .anyMatch(row -> row.matches("订单服务没有设超时 +20 +0 +20")).anyMatch(row -> row.matches("读超时 200 毫秒 +20 +20 +20"));
    }
}
