package com.example.manifest;

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

@DisplayName("两张图与清单、录下的表说的一样")
class FigureTests {

    private static String picture(String name) throws IOException {
        return Files.readString(Recording.module().getParent().getParent()
                .resolve("static/img/chapter17-kubernetes").resolve(name));
    }

    private static Properties manifest(String name) {
        YamlPropertiesFactoryBean yaml = new YamlPropertiesFactoryBean();
        yaml.setResources(new FileSystemResource(Recording.module().resolve("k8s/base").resolve(name)));
        return yaml.getObject();
    }

    /** How far from above the words stand. */
    private static List<Integer> heights(String picture, String words) {
        return Pattern.compile("<text [^>]*\\by=\"(\\d+)\"[^>]*>" + Pattern.quote(words) + "</text>")
                .matcher(picture).results().map(text -> Integer.valueOf(text.group(1))).toList();
    }

    @Test
    @DisplayName("preStop 的时间线：没有它，SIGTERM 在名单更新之前；有它，在之后，等的秒数是清单里的")
    void preStop() throws IOException {
        String picture = picture("prestop.svg");
        String seconds = manifest("deployment.yaml")
                .get("spec.template.spec.containers[0].lifecycle.preStop.sleep.seconds").toString();
        assertThat(heights(picture, "preStop 等 " + seconds + " 秒")).hasSize(1);
        int updated = heights(picture, "Service 的名单更新，请求不再送来").getFirst();
        assertThat(heights(picture, "SIGTERM，不接了").getFirst()).isLessThan(updated);
        assertThat(heights(picture, "等完，SIGTERM").getFirst()).isGreaterThan(updated);
        List<String> lost = Files.readString(Recording.module().resolve("output/lost.txt")).lines().toList();
        assertThat(lost.get(1)).startsWith("preStop 先等 " + seconds + " 秒").endsWith(" 0 个");
        assertThat(lost.get(2)).endsWith("都是 502");
        assertThat(heights(picture, "502").getFirst()).isLessThan(updated);
        assertThat(heights(picture, "200").getFirst()).isLessThan(updated);
    }

    @Test
    @DisplayName("Service 的图：两个就绪的副本，多出来的那一个是 maxSurge，名字都是清单里的")
    void service() throws IOException {
        String picture = picture("service.svg");
        Properties deployment = manifest("deployment.yaml");
        String name = deployment.getProperty("metadata.name");
        int replicas = (int) deployment.get("spec.replicas");
        int pods = replicas + (int) deployment.get("spec.strategy.rollingUpdate.maxSurge");
        for (int pod = 1; pod <= pods; pod++) {
            assertThat(heights(picture, name + "-" + pod)).hasSize(1);
        }
        assertThat(heights(picture, name + "-" + (pods + 1))).isEmpty();
        assertThat(heights(picture, "就绪")).hasSize(replicas);
        assertThat(heights(picture, "还在启动")).hasSize(pods - replicas);
        assertThat(heights(picture, "Service " + manifest("service.yaml").getProperty("metadata.name"))).hasSize(1);
    }
}
