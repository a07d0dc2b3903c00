package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;

import com.example.bookstore.SlowSpan.Span;
import org.junit.jupiter.api.Test;

class SlowSpanTest {

    /** Ids that were read from somewhere: equal, and not the same object. */
    private static String find(Span... trace) {
        return SlowSpan.find(Stream.of(trace).map(span -> new Span(copy(span.id()), copy(span.parentId()), span.name(),
                span.start(), span.end())).toList()).name();
    }

    private static String copy(String id) {
        return id == null ? null : new String(id.toCharArray());
    }

    @Test
    void theRootIsLongButItOnlyWaits() {
        assertThat(find(new Span("a", null, "下单", 0, 1000), new Span("b", "a", "仓库", 10, 990),
                new Span("c", "b", "点数", 20, 980))).isEqualTo("点数");
    }

    @Test
    void theRootWhenItWorksItself() {
        assertThat(find(new Span("a", null, "下单", 0, 1000), new Span("b", "a", "仓库", 0, 300)))
                .isEqualTo("下单");
    }

    @Test
    void childrenAtTheSameTimeAreNotSubtractedTwice() {
        assertThat(find(new Span("a", null, "下单", 0, 1000), new Span("b", "a", "仓库", 0, 400),
                new Span("c", "a", "优惠", 0, 400), new Span("d", "a", "推荐", 100, 400))).isEqualTo("下单");
    }

    @Test
    void aChildThatOutlivesItsParentTakesOnlyWhatItCovers() {
        assertThat(find(new Span("a", null, "下单", 0, 900), new Span("b", "a", "寄信", 850, 1400)))
                .isEqualTo("下单");
    }

    @Test
    void aChildInsideAnotherIsNoGap() {
        assertThat(find(new Span("a", null, "下单", 0, 1000), new Span("b", "a", "仓库", 0, 900),
                new Span("c", "a", "优惠", 100, 200))).isEqualTo("仓库");
    }

    @Test
    void childrenOneAfterAnotherAreAllSubtracted() {
        assertThat(find(new Span("a", null, "下单", 0, 1000), new Span("b", "a", "优惠", 0, 450),
                new Span("c", "a", "仓库", 450, 950))).isEqualTo("仓库");
    }

    @Test
    void timeBetweenTwoChildrenIsItsOwn() {
        assertThat(find(new Span("a", null, "下单", 0, 1000), new Span("b", "a", "优惠", 0, 100),
                new Span("c", "a", "仓库", 900, 1000))).isEqualTo("下单");
    }

    @Test
    void aChildThatBeginsAfterItsParentIsOverTakesNothing() {
        assertThat(find(new Span("a", null, "下单", 0, 400), new Span("b", "a", "寄信", 900, 1350)))
                .isEqualTo("寄信");
    }

    @Test
    void theOrderInTheListDoesNotMatter() {
        assertThat(find(new Span("c", "b", "点数", 20, 980), new Span("b", "a", "仓库", 10, 990),
                new Span("a", null, "下单", 0, 1000))).isEqualTo("点数");
    }

    @Test
    void theOrderOfTheChildrenDoesNotMatterEither() {
        assertThat(find(new Span("a", null, "下单", 0, 1000), new Span("c", "a", "仓库", 450, 950),
                new Span("b", "a", "优惠", 0, 450))).isEqualTo("仓库");
    }

    @Test
    void aChildThatBeginsInsideAnotherAndEndsFirstIsNoGap() {
        assertThat(find(new Span("a", null, "下单", 0, 1000), new Span("b", "a", "仓库", 0, 600),
                new Span("c", "a", "优惠", 550, 590))).isEqualTo("仓库");
    }

    /** The child handed it over and was done: the root worked on. */
    @Test
    void aGrandchildThatGoesOnIsNotAChild() {
        assertThat(find(new Span("a", null, "下单", 0, 1000), new Span("b", "a", "交给线程池", 0, 100),
                new Span("c", "b", "寄信", 50, 900))).isEqualTo("下单");
    }
}
