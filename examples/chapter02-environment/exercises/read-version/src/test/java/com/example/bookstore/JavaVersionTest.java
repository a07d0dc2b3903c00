package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JavaVersionTest {

    @ParameterizedTest(name = "{0} 是 JDK {1}")
    @CsvSource({"17.0.15, 17", "25, 25", "25-ea, 25", "26.0.1+8, 26", "1.8.0_402, 8", "1.7.0, 7",
            "17.0.15+6-LTS, 17", "26-ea+12-1234, 26", "1.8.0_402-b06, 8", "21.0.2-beta, 21",
            "21-internal-adhoc.reader.jdk, 21", "25.0.1+8-Debian-1.deb13, 25"})
    void feature(String version, int feature) {
        assertThat(JavaVersion.feature(version)).as(version).isEqualTo(feature);
    }

    @ParameterizedTest(name = "“{0}”不是版本号")
    @ValueSource(strings = {"latest", "17 bananas", "17-ea bananas", "2026-11-23", "17.", "17.0.15.", "17..0", "1.",
            "17-", "17+", "１７", "-17", "", "99999999999", "1.8.0_402 bananas", "1.8.", "1.8.0_"})
    @DisplayName("不是版本号的报出来，不猜")
    void noVersion(String text) {
        assertThatIllegalArgumentException().as("“%s”不是版本号", text)
                .isThrownBy(() -> JavaVersion.feature(text)).withMessageContaining(text);
    }

    @Test
    @DisplayName("认得正在运行的 JDK")
    void thisJdk() {
        assertThat(JavaVersion.feature(System.getProperty("java.version"))).isEqualTo(Runtime.version().feature());
    }
}
