package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

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
}
