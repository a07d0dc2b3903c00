package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.book.Recording;
import com.example.specimen.Broken;
import com.example.testing.Suites;
import org.junit.jupiter.api.Test;
import org.mockito.exceptions.misusing.PotentialStubbingProblem;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;

class BrokenTests {

    private static Throwable root(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    private static void record(String name, Throwable failure) {
        Recording.check(name, failure.toString());
    }

    @Test
    void unnecessaryStubbing() {
        Throwable failure = Suites.run(Broken.Unnecessary.class).failure();
        assertThat(failure).hasMessageContaining("Unnecessary stubbings detected");
        record("unnecessary.txt", failure);
    }

    @Test
    void strictStubsRefuseOtherArgumentsAtOnce() {
        assertThat(Suites.run(Broken.OtherArgument.class).failure()).isInstanceOf(PotentialStubbingProblem.class)
                .hasMessageContaining("Strict stubbing argument mismatch");
    }

    @Test
    void contextThatCannotStartIsTriedOnce() {
        Suites.Outcome first = Suites.run(Broken.First.class);
        Suites.Outcome second = Suites.run(Broken.Second.class);
        assertThat(root(first.failure())).hasMessage("缺少邮件服务器的地址");
        assertThat(second.failure()).hasMessageContaining("failure threshold");
        Recording.check("threshold.txt", second.failure().toString().replaceAll("(?s) for \\[.*", ""));
    }

    @Test
    void whichOfTwo() {
        Throwable failure = root(Suites.run(Broken.WhichOne.class).failure());
        record("which-one.txt", failure);
        assertThat(Suites.run(Broken.ThisOne.class, Broken.ThatOne.class).passed()).isEqualTo(2);
    }

    @Test
    void nothingToSpy() {
        record("nothing-to-spy.txt", root(Suites.run(Broken.NothingToSpy.class).failure()));
        assertThat(Suites.run(Broken.SomethingToSpy.class).passed()).isEqualTo(2);
    }

    @Test
    void noClient() {
        record("no-client.txt", root(Suites.run(Broken.NoClient.class).failure()));
        assertThat(Suites.run(Broken.WithClient.class).green()).isTrue();
        assertThat(root(Suites.run(Broken.NoTester.class).failure())).isInstanceOf(NoSuchBeanDefinitionException.class);
        assertThat(Suites.run(Broken.WithTester.class).green()).isTrue();
    }

    @Test
    void mockForNothingIsSilent() {
        assertThat(Suites.run(Broken.NothingToMock.class).green()).isTrue();
    }

    @Test
    void enforceOverrideSaysSo() {
        record("enforce.txt", root(Suites.run(Broken.NothingToMockStrict.class).failure()));
    }

    @Test
    void mockInAConfigurationIsIgnored() {
        assertThat(Suites.run(Broken.MockInConfiguration.class).green()).isTrue();
    }
}
