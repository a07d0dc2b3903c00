package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

@DisplayName("下单：没有这本书就不付款")
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.NONE, properties = "bookstore.payment-time=0s")
@ExtendWith(OutputCaptureExtension.class)
@ResourceLock("Spring in this JVM")
class OrderTests {

    @Autowired
    OrderController orders;

    @Test
    void noBookNoPayment(CapturedOutput output) throws Exception {
        long before = orders.count();
        try {
            orders.order(9);
            throw new AssertionError("没有这本书也下了单");
        }
        catch (ResponseStatusException ex) {
            assertThat(ex.getStatusCode()).isEqualTo(HttpStatus.NOT_FOUND);
        }
        assertThat(output).doesNotContain("付款中");
        assertThat(orders.count()).isEqualTo(before);
    }

    @Test
    void paidAndOrdered(CapturedOutput output) throws Exception {
        long before = orders.count();
        orders.order(1);
        assertThat(output).contains("付款中");
        assertThat(orders.count()).isEqualTo(before + 1);
    }
}
