package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.test.context.AnnotatedClassFinder;

@DisplayName("@SpringBootTest 从测试所在的包往上找启动类")
class FindsTheApplicationTest {

    private final AnnotatedClassFinder finder = new AnnotatedClassFinder(SpringBootConfiguration.class);

    @Test
    @DisplayName("同一个包、子包都找得到")
    void fromItsPackageAndFromThoseBelow() {
        assertThat(finder.findFromPackage("com.example.bookstore")).isEqualTo(BookstoreApplication.class);
        assertThat(finder.findFromPackage("com.example.bookstore.orders.web")).isEqualTo(BookstoreApplication.class);
    }

    @Test
    @DisplayName("旁边的包和上一级的包找不到")
    void notFromBesideOrAbove() {
        assertThat(finder.findFromPackage("com.example.bookshop")).isNull();
        assertThat(finder.findFromPackage("com.example")).isNull();
    }
}
