package com.example.bookstore.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.mockito.Mockito.when;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.Arrays;

import com.example.book.Recording;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.annotation.DirtiesContext.ClassMode;
import org.springframework.test.context.bean.override.mockito.MockitoBean;

/** Runs groups of test classes and counts the contexts that they start. */
class ContextCacheTest {

    private static int startsOf(Class<?>... tests) {
        int before = CountedApplication.STARTS.get();
        EngineTestKit.engine("junit-jupiter")
                .selectors(Arrays.stream(tests).map(type -> selectClass(type)).toArray(DiscoverySelector[]::new))
                .execute().testEvents().assertStatistics(events -> events.failed(0).succeeded(3));
        return CountedApplication.STARTS.get() - before;
    }

    // region bad
    @SpringBootTest
    static class OrderTests {

        @MockitoBean
        CountedApplication.Payment payment;

        @Test
        void placesAnOrder() {
        }
    }

    @SpringBootTest
    static class RefundTests {

        @MockitoBean
        CountedApplication.Mail mail;

        @Test
        void refunds() {
        }
    }

    @SpringBootTest
    static class InvoiceTests {

        @MockitoBean
        CountedApplication.Payment payment;

        @MockitoBean
        CountedApplication.Mail mail;

        @Test
        void writesAnInvoice() {
        }
    }
    // endregion bad

    @Test
    @DisplayName("三个类各替换各的 Bean：三个上下文")
    void everyCombinationStartsAContext() {
        int starts = startsOf(OrderTests.class, RefundTests.class, InvoiceTests.class);
        assertThat(starts).isEqualTo(3);
        Recording.check("contexts-mocks.txt", "3 个测试，启动 %d 个上下文\n".formatted(starts));
    }

    @SpringBootTest
    static class PaymentTests {

        @MockitoBean
        CountedApplication.Payment paid;

        @RepeatedTest(2)
        void pays() {
        }
    }

    @SpringBootTest
    static class GatewayTests {

        @MockitoBean
        CountedApplication.Payment gateway;

        @Test
        void pays() {
        }
    }

    @Test
    @DisplayName("替换的是同一个 Bean，字段名不同：也要两个上下文")
    void theNameOfTheFieldCounts() {
        assertThat(startsOf(PaymentTests.class, GatewayTests.class)).isEqualTo(2);
    }

    // region good
    @Retention(RetentionPolicy.RUNTIME)
    @SpringBootTest
    @MockitoBean(types = {CountedApplication.Payment.class, CountedApplication.Mail.class})
    @interface BookstoreTest {
    }

    @BookstoreTest
    static class SharedOrderTests {

        @Test
        void placesAnOrder() {
        }
    }

    @BookstoreTest
    static class SharedRefundTests {

        @Test
        void refunds() {
        }
    }

    @BookstoreTest
    static class SharedInvoiceTests {

        @Test
        void writesAnInvoice() {
        }
    }
    // endregion good

    @Test
    @DisplayName("替身写在共用的注解上：一个上下文")
    void oneAnnotationStartsOne() {
        int starts = startsOf(SharedOrderTests.class, SharedRefundTests.class, SharedInvoiceTests.class);
        assertThat(starts).isEqualTo(1);
        Recording.check("contexts-shared.txt", "3 个测试，启动 %d 个上下文\n".formatted(starts));
    }

    /** Like BookstoreTest, with a context of its own: the other is counted. */
    @Retention(RetentionPolicy.RUNTIME)
    @SpringBootTest(properties = "bookstore.case=stubbed")
    @MockitoBean(types = CountedApplication.Payment.class)
    @interface StubbedTest {
    }

    @StubbedTest
    static class StubbedTests {

        @Autowired
        CountedApplication.Payment payment;

        @RepeatedTest(3)
        void saysWhatTheTestWants() {
            assertThat(payment.pay()).isFalse();
            when(payment.pay()).thenReturn(true);
            assertThat(payment.pay()).isTrue();
        }
    }

    @Test
    @DisplayName("共用的替身用 @Autowired 取；每个测试之后它自己复位")
    void sharedMocksAreResetAfterEachTest() {
        assertThat(startsOf(StubbedTests.class)).isEqualTo(1);
    }

    // region dirties
    @SpringBootTest(properties = "bookstore.case=dirty")
    @DirtiesContext(classMode = ClassMode.AFTER_EACH_TEST_METHOD)
    static class DirtyTests {

        @Autowired
        CountedApplication.Shelf shelf;

        @RepeatedTest(3)
        void startsEmpty() {
            assertThat(shelf.titles()).isEmpty();
            shelf.titles().add("三体");
        }
    }
    // endregion dirties

    // region cleaned
    @SpringBootTest(properties = "bookstore.case=clean")
    static class CleanTests {

        @Autowired
        CountedApplication.Shelf shelf;

        @BeforeEach
        void emptyTheShelf() {
            shelf.titles().clear();
        }

        @RepeatedTest(3)
        void startsEmpty() {
            assertThat(shelf.titles()).isEmpty();
            shelf.titles().add("三体");
        }
    }
    // endregion cleaned

    @Test
    @DisplayName("@DirtiesContext 每个方法之后：三次三个上下文")
    void dirtyContextsAreThrownAway() {
        int starts = startsOf(DirtyTests.class);
        assertThat(starts).isEqualTo(3);
        Recording.check("contexts-dirty.txt", "3 个测试，启动 %d 个上下文\n".formatted(starts));
    }

    @Test
    @DisplayName("自己复原：三次一个上下文")
    void cleanContextIsReused() {
        int starts = startsOf(CleanTests.class);
        assertThat(starts).isEqualTo(1);
        Recording.check("contexts-clean.txt", "3 个测试，启动 %d 个上下文\n".formatted(starts));
    }
}
