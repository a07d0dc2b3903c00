package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("秘密")
class SecretsTest {

    // region leak
    record Payment(String merchant, String apiKey) {
    }

    record SafePayment(String merchant, String apiKey) {

        @Override
        public String toString() {
            return "SafePayment[merchant=" + merchant + ", apiKey=******]";
        }
    }
    // endregion leak

    @Test
    @DisplayName("record 的 toString 会把秘密打进日志")
    void toStringLeaks() {
        Recording.check("secret-leak.txt",
                new Payment("bookstore", "sk-1234") + "\n" + new SafePayment("bookstore", "sk-1234"));
        assertThat(new SafePayment("bookstore", "sk-1234").toString()).doesNotContain("sk-1234");
    }

    @Test
    @DisplayName("守着秘密的测试：不是 UTF-8 的 properties 文件也读得完")
    void aFileThatIsNotUtf8(@TempDir Path folder) throws IOException {
        Path file = Files.write(folder.resolve("application.properties"),
                "shop=caf\u00e9\npayment.token=abc\n".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(LiteralSecretsTest.literalSecrets(file)).containsExactly("payment.token=abc");
    }
}
