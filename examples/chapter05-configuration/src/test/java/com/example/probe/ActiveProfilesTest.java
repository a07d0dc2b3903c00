package com.example.probe;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.bookstore.BookstoreApplication;
import com.example.bookstore.BookstoreProperties;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.core.env.Environment;
import org.springframework.test.context.ActiveProfiles;

@SpringBootTest(classes = BookstoreApplication.class)
@ActiveProfiles("prod")
class ActiveProfilesTest {

    @Autowired
    BookstoreProperties properties;

    @Autowired
    Environment environment;

    @Test
    void theFilesOfTheProfileAreRead() {
        // 分组里的成员也激活了
        assertThat(environment.getActiveProfiles())
                .containsExactly("prod", "mysql", "quiet");
        assertThat(properties.name()).isEqualTo("书店（生产）");
    }
}
