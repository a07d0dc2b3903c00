package com.example.specimen;

import java.util.List;

import com.example.bookstore.BookstoreApplication;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.mockito.Mock;
import org.mockito.junit.jupiter.MockitoExtension;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.resttestclient.autoconfigure.AutoConfigureRestTestClient;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.context.bean.override.mockito.MockitoSpyBean;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.client.RestTestClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.verify;

/** Suites that fail on purpose; run by {@code BrokenTests} only. */
public final class Broken {

    private Broken() {
    }

    @ExtendWith(MockitoExtension.class)
    public static class Unnecessary {

        @Mock
        List<String> titles;

        // region unnecessary
        @Test
        void asksForNothing() {
            given(titles.get(0)).willReturn("Java 并发实战"); // 后面的代码没有问过它
        }
        // endregion unnecessary
    }

    @ExtendWith(MockitoExtension.class)
    public static class OtherArgument {

        @Mock
        List<String> titles;

        @Test
        void asksForAnother() {
            given(titles.get(0)).willReturn("Java 并发实战");
            ShopWindow.second(titles);
        }
    }

    @Configuration(proxyBeanMethods = false)
    public static class CannotStart {

        @Bean
        Contexts.Mailer mailer() {
            throw new IllegalStateException("缺少邮件服务器的地址");
        }
    }

    @SpringBootTest(classes = CannotStart.class, webEnvironment = WebEnvironment.NONE)
    public static class First {

        @Test
        void starts() {
        }
    }

    @SpringBootTest(classes = CannotStart.class, webEnvironment = WebEnvironment.NONE)
    public static class Second {

        @Test
        void starts() {
        }
    }

    @Configuration(proxyBeanMethods = false)
    public static class TwoMailers {

        @Bean
        Contexts.Mailer letters() {
            return new Contexts.Mailer();
        }

        @Bean
        Contexts.Mailer parcels() {
            return new Contexts.Mailer();
        }
    }

    @SpringBootTest(classes = TwoMailers.class, webEnvironment = WebEnvironment.NONE)
    public static class WhichOne {

        // region which
        @MockitoBean
        Contexts.Mailer mailer; // 有两个 Mailer，名字也都不叫 mailer
        // endregion which

        @Test
        void starts() {
        }
    }

    /** Says which of the two by the name of the bean. */
    @SpringBootTest(classes = TwoMailers.class, webEnvironment = WebEnvironment.NONE)
    public static class ThisOne {

        @MockitoBean("letters")
        Contexts.Mailer mailer;

        @Test
        void isReplacedAloneOfTheTwo(@Autowired @Qualifier("letters") Contexts.Mailer letters,
                @Autowired @Qualifier("parcels") Contexts.Mailer parcels) {
            assertThat(letters.send()).isNull();
            assertThat(parcels.send()).isEqualTo("sent");
        }
    }

    /** Says which of the two by the name of the field. */
    @SpringBootTest(classes = TwoMailers.class, webEnvironment = WebEnvironment.NONE)
    public static class ThatOne {

        @MockitoBean
        Contexts.Mailer parcels;

        @Test
        void isReplacedAloneOfTheTwo(@Autowired @Qualifier("letters") Contexts.Mailer letters) {
            assertThat(letters.send()).isEqualTo("sent");
            assertThat(parcels.send()).isNull();
        }
    }

    @Configuration(proxyBeanMethods = false)
    public static class Empty {
    }

    @SpringBootTest(classes = Empty.class, webEnvironment = WebEnvironment.NONE)
    public static class NothingToSpy {

        @MockitoSpyBean
        Contexts.Mailer mailer;

        @Test
        void starts() {
        }
    }

    /** The same with the real bean brought in. */
    @Import(Contexts.Store.class)
    public static class SomethingToSpy extends NothingToSpy {

        @Test
        void isTheRealOneWatched() {
            assertThat(mailer.send()).isEqualTo("sent");
            verify(mailer).send();
        }
    }

    @SpringBootTest(classes = BookstoreApplication.class,
            properties = "spring.datasource.url=jdbc:h2:mem:${random.uuid}")
    public static class NoTester {

        @Autowired
        MockMvcTester mvc;

        @Test
        void finds() {
            assertThat(mvc.get().uri("/books/978-1/sold")).hasStatusOk();
        }
    }

    /** The same with one more annotation. */
    @AutoConfigureMockMvc
    public static class WithTester extends NoTester {
    }

    @SpringBootTest(classes = BookstoreApplication.class, webEnvironment = WebEnvironment.RANDOM_PORT,
            properties = "spring.datasource.url=jdbc:h2:mem:${random.uuid}")
    public static class NoClient {

        @Autowired
        RestTestClient client;

        @Test
        void finds() {
            client.get().uri("/books/978-1/sold").exchange().expectStatus().isOk();
        }
    }

    /** The same with one more annotation. */
    @AutoConfigureRestTestClient
    public static class WithClient extends NoClient {
    }

    /** Silent: {@code @MockitoBean} for a type nobody has makes a bean. */
    @SpringBootTest(classes = Empty.class, webEnvironment = WebEnvironment.NONE)
    public static class NothingToMock {

        @MockitoBean
        Contexts.Mailer mailer;

        @Test
        void starts() {
        }
    }

    @SpringBootTest(classes = Empty.class, webEnvironment = WebEnvironment.NONE)
    public static class NothingToMockStrict {

        // region enforce
        @MockitoBean(enforceOverride = true)
        Contexts.Mailer mailer;
        // endregion enforce

        @Test
        void starts() {
        }
    }

    /** Silent too: nobody looks for {@code @MockitoBean} in a configuration. */
    @TestConfiguration(proxyBeanMethods = false)
    public static class MocksInConfiguration {

        @MockitoBean
        Contexts.Mailer replaced;
    }

    @SpringBootTest(classes = {Contexts.Store.class, MocksInConfiguration.class},
            webEnvironment = WebEnvironment.NONE)
    public static class MockInConfiguration {

        @Autowired
        Contexts.Mailer mailer;

        @Autowired
        MocksInConfiguration mocks;

        @Test
        void isTheRealOne() {
            assertThat(mailer.send()).isEqualTo("sent");
            assertThat(mocks.replaced).isNull();
        }
    }
}
