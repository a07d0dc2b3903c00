package com.example.probe;

import com.example.book.Recording;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.security.crypto.factory.PasswordEncoderFactories;
import org.springframework.security.crypto.password.PasswordEncoder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

@DisplayName("密码编码器")
class PasswordTests {

    private final PasswordEncoder encoder = PasswordEncoderFactories.createDelegatingPasswordEncoder();

    @Test
    @DisplayName("没有前缀、前缀不认识、前缀没写完：抛异常，三种消息")
    void errors() {
        Throwable noPrefix = catchThrowable(() -> encoder.matches("pw", "pw"));
        Throwable unknown = catchThrowable(() -> encoder.matches("pw", "{md6}pw"));
        assertThat(noPrefix).isInstanceOf(IllegalArgumentException.class);
        assertThat(unknown).isInstanceOf(IllegalArgumentException.class);
        Throwable malformed = catchThrowable(() -> encoder.matches("pw", "{bcryptpw"));
        assertThat(malformed).isInstanceOf(IllegalArgumentException.class);
        Recording.check("password-errors.txt", noPrefix.getMessage() + "\n\n" + unknown.getMessage() + "\n\n"
                + malformed.getMessage() + "\n");
    }

    @Test
    @DisplayName("前缀不是默认的那一种，就该升级")
    void upgrade() {
        assertThat(encoder.upgradeEncoding("{noop}pw")).isTrue();
        assertThat(encoder.upgradeEncoding(encoder.encode("pw"))).isFalse();
    }

    @Test
    @DisplayName("同一个密码编码两次，结果不同，都对得上")
    void salted() {
        String one = encoder.encode("pw");
        String two = encoder.encode("pw");
        assertThat(one).startsWith("{bcrypt}").isNotEqualTo(two);
        assertThat(encoder.matches("pw", one)).isTrue();
        assertThat(encoder.matches("pw", two)).isTrue();
    }
}
