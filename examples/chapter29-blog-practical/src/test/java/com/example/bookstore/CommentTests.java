package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import com.example.bookstore.comment.CommentForm;
import com.example.bookstore.comment.Comments;
import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

@DisplayName("评论：先审后发")
class CommentTests extends Support {

    @Autowired
    Comments comments;

    @Autowired
    MeterRegistry meters;

    private List<Double> takenFullGone() {
        return Stream.of("taken", "full", "gone")
                .map(result -> meters.get("blog.comments").tag("result", result).counter().count()).toList();
    }

    private void comment(String name, String body) {
        Visitor reader = visitor();
        reader.get("/posts/hello");
        reader.post("/posts/hello/comments", "name", name, "body", body);
    }

    @Test
    void shownOnceApproved() {
        blog.published("lin", "hello", "x", "");
        comment("小周", "写得好");
        assertThat(visitor().get("/posts/hello").body()).doesNotContain("写得好");
        Visitor zhou = login("zhou");
        assertThat(zhou.get("/desk/comments").body()).contains("写得好");
        zhou.post("/desk/comments/1/approve");
        assertThat(visitor().get("/posts/hello").body()).contains("写得好");
        assertThat(visitor().get("/").body()).contains("1 条评论");
    }

    @Test
    void rejectedIsNeverShown() {
        blog.published("lin", "hello", "x", "");
        comment("小周", "广告");
        Visitor zhou = login("zhou");
        zhou.post("/desk/comments/1/reject");
        assertThat(zhou.get("/desk/comments").body()).doesNotContain("广告");
        assertThat(visitor().get("/posts/hello").body()).doesNotContain("广告");
    }

    @Test
    void theFirstDecisionStands() {
        long post = blog.published("lin", "hello", "x", "");
        comments.add(post, new CommentForm("a", "b"));
        assertThat(comments.decide(1, false)).isTrue();
        assertThat(comments.decide(1, true)).isFalse();
        assertThat(comments.approved(post)).isEmpty();
    }

    /** Or whose second click is late: nobody else need have been there. */
    @Test
    void theSecondDecisionIsToldThatThereWasOne() {
        long post = blog.published("lin", "hello", "x", "");
        comments.add(post, new CommentForm("a", "b"));
        Visitor zhou = login("zhou");
        zhou.post("/desk/comments/1/approve");
        assertThat(zhou.get("/desk/comments").body()).contains("处理好了");
        zhou.post("/desk/comments/1/approve");
        assertThat(zhou.get("/desk/comments").body()).contains("这一条已经处理过").doesNotContain("别人");
    }

    @Test
    void htmlInACommentIsText() {
        blog.published("lin", "hello", "x", "");
        comment("<b>我</b>", "<script>alert(1)</script>");
        comments.decide(1, true);
        assertThat(visitor().get("/posts/hello").body())
                .contains("&lt;script&gt;alert(1)&lt;/script&gt;").doesNotContain("<script>").doesNotContain("<b>我");
    }

    @Test
    void waitingRoomHasALimit() {
        long post = blog.published("lin", "hello", "x", "");
        for (int i = 0; i < 100; i++) {
            assertThat(comments.add(post, new CommentForm("a", "b" + i))).isTrue();
        }
        List<Double> before = takenFullGone();
        assertThat(comments.add(post, new CommentForm("a", "b"))).isFalse();
        assertThat(takenFullGone()).containsExactly(before.get(0), before.get(1) + 1, before.get(2));
        comments.decide(1, false);
        assertThat(comments.add(post, new CommentForm("a", "b"))).isTrue();
    }

    @Test
    void theLimitHoldsWhenManyComeAtOnce() throws Exception {
        long post = blog.published("lin", "hello", "x", "");
        blog.jdbc().sql("""
                insert into comment (post_id, name, body, status, created_at)
                select ?, 'a', 'b', 'PENDING', now() from generate_series(1, 95)""").param(post).update();
        CyclicBarrier start = new CyclicBarrier(10);
        try (ExecutorService threads = Executors.newFixedThreadPool(10)) {
            List<Future<Boolean>> added = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                int number = i;
                added.add(threads.submit(() -> {
                    start.await(10, TimeUnit.SECONDS);
                    return comments.add(post, new CommentForm("a", "c" + number));
                }));
            }
            int taken = 0;
            for (Future<Boolean> one : added) {
                taken += one.get() ? 1 : 0;
            }
            assertThat(taken).isEqualTo(5);
        }
    }

    @Test
    void aPostThatWasJustDeletedTakesNone() {
        long post = blog.published("lin", "hello", "x", "");
        login("lin").post("/desk/posts/" + post + "/delete");
        List<Double> before = takenFullGone();
        assertThat(comments.add(post, new CommentForm("a", "b"))).isFalse();
        assertThat(takenFullGone()).containsExactly(before.get(0), before.get(1), before.get(2) + 1);
    }

    @Test
    void emptyOnesAreShownAgain() {
        blog.published("lin", "hello", "x", "");
        Visitor reader = visitor();
        reader.get("/posts/hello");
        var response = reader.post("/posts/hello/comments", "name", " ", "body", "写了很久");
        assertThat(response.statusCode()).isEqualTo(422);
        assertThat(response.body()).contains("写上称呼").contains("写了很久");
        assertThat(reader.post("/posts/hello/comments", "name", "\u200B", "body", "\u00A0").body())
                .contains("写上称呼").contains("写点什么");
    }

    /** A browser sends the end of a line as two characters, and counts it as one. */
    @Test
    void theEndOfALineIsOneCharacter() {
        blog.published("lin", "hello", "x", "");
        Visitor reader = visitor();
        reader.get("/posts/hello");
        String body = "一二三\r\n".repeat(249) + "一二三四"; // 1000 for the browser
        assertThat(reader.post("/posts/hello/comments", "name", "小周", "body", body).statusCode()).isEqualTo(302);
        assertThat(reader.post("/posts/hello/comments", "name", "小周", "body", body + "五").statusCode()).isEqualTo(422);
    }

    @Test
    void theSameTwiceIsWaitingOnce() throws Exception {
        long post = blog.published("lin", "hello", "x", "");
        CyclicBarrier start = new CyclicBarrier(8);
        List<Double> before = takenFullGone();
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            List<Future<Boolean>> added = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                added.add(threads.submit(() -> {
                    start.await(10, TimeUnit.SECONDS);
                    return comments.add(post, new CommentForm("a", "b"));
                }));
            }
            for (Future<Boolean> one : added) {
                assertThat(one.get()).as("读者看到的是收到了").isTrue();
            }
        }
        assertThat(comments.waiting()).hasSize(1);
        assertThat(takenFullGone()).containsExactly(before.get(0) + 1, before.get(1), before.get(2));
        assertThat(comments.add(post, new CommentForm("c", "b"))).isTrue();
        comments.decide(1, true);
        assertThat(comments.add(post, new CommentForm("a", "b"))).as("审核过的，再说一遍").isTrue();
        assertThat(comments.waiting()).hasSize(2);
    }

    @Test
    void draftsTakeNone() {
        blog.draft("lin", "hello", "x", "");
        Visitor reader = visitor();
        reader.get("/login");
        assertThat(reader.post("/posts/hello/comments", "name", "a", "body", "b").statusCode()).isEqualTo(404);
    }

    @Test
    void goneWithTheirPost() {
        long post = blog.published("lin", "hello", "x", "");
        comments.add(post, new CommentForm("a", "b"));
        login("lin").post("/desk/posts/" + post + "/delete");
        assertThat(blog.jdbc().sql("select count(*) from comment").query(Integer.class).single()).isZero();
    }
}
