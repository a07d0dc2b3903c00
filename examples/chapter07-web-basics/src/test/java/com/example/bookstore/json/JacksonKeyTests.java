package com.example.bookstore.json;

import java.time.LocalDate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

@DisplayName("开关换了组，旧的键让应用启动失败")
class JacksonKeyTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(JacksonAutoConfiguration.class));

    @ParameterizedTest
    @CsvSource({"serialization, SerializationFeature.write-dates-as-timestamps",
        "serialization, SerializationFeature.write-enums-using-to-string",
        "deserialization, DeserializationFeature.read-unknown-enum-values-as-null"})
    void oldKeyFailsAtStartup(String group, String feature) {
        String key = feature.substring(feature.indexOf('.') + 1);
        runner.withPropertyValues("spring.jackson." + group + "." + key + "=false")
                .run(context -> assertThat(context).getFailure().rootCause()
                        .hasMessage("No enum constant tools.jackson.databind." + feature));
    }

    @Test
    void newKeys() {
        runner.withPropertyValues("spring.jackson.datatype.datetime.write-dates-as-timestamps=true",
                "spring.jackson.datatype.enum.read-unknown-enum-values-as-null=true")
                .run(context -> assertThat(context.getBean(JsonMapper.class)
                        .writeValueAsString(LocalDate.of(2026, 1, 2))).isEqualTo("[2026,1,2]"));
    }

    enum Status {

        ON_SALE;

        @Override
        public String toString() {
            return "在售";
        }
    }

    @Test
    @DisplayName("枚举照 toString() 读写，现在默认是开：原来写着 false 的，删掉不等于没变")
    void enumsAreOnByDefault() {
        runner.run(context -> {
            JsonMapper mapper = context.getBean(JsonMapper.class);
            assertThat(mapper.writeValueAsString(Status.ON_SALE)).isEqualTo("\"在售\"");
            assertThat(mapper.readValue("\"在售\"", Status.class)).isEqualTo(Status.ON_SALE);
        });
        runner.withPropertyValues("spring.jackson.datatype.enum.write-enums-using-to-string=false",
                "spring.jackson.datatype.enum.read-enums-using-to-string=false")
                .run(context -> {
                    JsonMapper mapper = context.getBean(JsonMapper.class);
                    assertThat(mapper.writeValueAsString(Status.ON_SALE)).isEqualTo("\"ON_SALE\"");
                    assertThat(mapper.readValue("\"ON_SALE\"", Status.class))
                            .isEqualTo(Status.ON_SALE);
                });
    }
}
