package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import com.example.book.Recording;
import com.example.testing.OtherBoot;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** This chapter's slice in a store that has Spring Security. */
@Timeout(300)
class SecuredSliceTests {

    private static final String SUITE = "com.example.bookstore.OrderSliceTests";
    private static final Path TESTS =
            Recording.module().resolve("src/test/java/com/example/bookstore/OrderSliceTests.java");

    @Test
    @DisplayName("没有 starter-security-test，切片里没有安全规则，七个测试照样通过")
    void withoutTheStarterTheSliceHasNoSecurity() throws IOException {
        Path store = VersionTests.compiled(OtherBoot.SECURED_WITHOUT_TEST_SUPPORT);
        assertThat(OtherBoot.SECURED_WITHOUT_TEST_SUPPORT.compile(store, List.of(TESTS))).isEmpty();
        assertThat(OtherBoot.SECURED_WITHOUT_TEST_SUPPORT.run(store, SUITE)).contains("通过 7，失败 0");
    }

    @Test
    @DisplayName("有了它，七个测试都得到 403；带上令牌与登录的人才通过")
    void withTheStarterARequestNeedsAUserAndAToken() throws IOException {
        Path store = VersionTests.compiled(OtherBoot.SECURED);
        assertThat(OtherBoot.SECURED.compile(store, List.of(TESTS,
                Recording.module().resolve("secured/src/SecuredSlice.java")))).isEmpty();
        String output = OtherBoot.SECURED.run(store, SUITE, "com.example.bookstore.SecuredSlice");
        assertThat(output).as(output).contains("通过 3，失败 7").contains("but was: 403");
        assertThat(output.split("Status = 403", -1)).as("七次 403").hasSize(8);
    }
}
