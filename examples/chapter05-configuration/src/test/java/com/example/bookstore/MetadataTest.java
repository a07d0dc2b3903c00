package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;

import com.example.book.Recording;
import com.jayway.jsonpath.JsonPath;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("注解处理器生成的元数据")
class MetadataTest {

    @Test
    @DisplayName("每一项有名字、类型、说明和默认值")
    void generated() throws IOException {
        String json = Files.readString(Recording.module()
                .resolve("target/classes/META-INF/spring-configuration-metadata.json"));
        List<Map<String, Object>> properties = JsonPath.read(json,
                "$.properties[?(@.name =~ /bookstore.*/)]");
        StringBuilder text = new StringBuilder();
        for (Map<String, Object> property : properties) {
            text.append(property.get("name")).append('\n');
            text.append("    type         ").append(property.get("type")).append('\n');
            text.append("    description  ").append(property.get("description")).append('\n');
            text.append("    defaultValue ").append(property.get("defaultValue")).append('\n');
        }
        assertThat(text).contains("bookstore.shipping.pay-within", "多久不付款就取消订单");
        Recording.check("metadata.txt", text.toString());
    }
}
