package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.example.book.Recording;
import com.example.bookstore.post.PostForm;
import com.example.bookstore.post.Posts;
import com.example.pitfalls.Naive;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.security.web.firewall.HttpStatusRequestRejectedHandler;

@DisplayName("文章：同名、列表、标签")
class PostsTests extends Support {

    @Autowired
    Posts posts;

    @Autowired
    Naive naive;

    @Autowired
    Statements statements;

    @Test
    void eightAtOnceGetEightAddresses() throws Exception {
        CyclicBarrier start = new CyclicBarrier(8);
        long lin = blog.id("lin");
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            List<Future<Long>> created = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                String body = "第 " + i + " 位写的";
                created.add(threads.submit(() -> {
                    start.await(10, TimeUnit.SECONDS);
                    return posts.create(new PostForm("搬家公告", body, "", 0), lin);
                }));
            }
            for (Future<Long> one : created) {
                one.get();
            }
        }
        List<String> slugs = blog.jdbc().sql("select slug from post order by slug").query(String.class).list();
        Recording.check("slugs.txt", String.join("\n", slugs));
        assertThat(slugs).hasSize(8).doesNotHaveDuplicates();
    }

    @Test
    void lookFirstThenInsertLosesTheRace() throws Exception {
        long lin = blog.id("lin");
        CountDownLatch looked = new CountDownLatch(2);
        Runnable wait = () -> {
            looked.countDown();
            try {
                looked.await(10, TimeUnit.SECONDS);
            }
            catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
            }
        };
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            List<Future<String>> both = List.of(
                    threads.submit(() -> naive.create("hello", lin, wait)),
                    threads.submit(() -> naive.create("hello", lin, wait)));
            List<Throwable> failures = new ArrayList<>();
            for (Future<String> one : both) {
                try {
                    one.get();
                }
                catch (java.util.concurrent.ExecutionException ex) {
                    failures.add(ex.getCause());
                }
            }
            assertThat(failures).singleElement().isInstanceOf(DuplicateKeyException.class);
            DuplicateKeyException failure = (DuplicateKeyException) failures.getFirst();
            Recording.check("duplicate-slug.txt", failure.getClass().getName() + "\n"
                    + failure.getMostSpecificCause().getMessage());
        }
    }

    @Test
    void hundredAreEnough() throws Exception {
        blog.jdbc().sql("""
                insert into post (author_id, slug, title, body, excerpt, status, updated_at, search_text, search)
                select ?, 'hello-' || n, 'hello', 'x', '', 'DRAFT', now(), '', '' from generate_series(2, 99) n""")
                .param(blog.id("lin")).update();
        blog.draft("lin", "hello", "x", "");
        long last = blog.draft("lin", "hello", "y", "");
        assertThat(posts.mine(last, blog.id("lin")).orElseThrow().slug()).isEqualTo("hello-100");
        assertThatThrownBy(() -> blog.draft("lin", "hello", "z", "")).hasMessageContaining("已经有 100 篇");
        HttpResponse<String> refused = login("lin")
                .post("/desk/posts", "title", "hello", "body", "写了很久的正文", "tags", "", "version", "0");
        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(refused.body()).contains("同名的文章已经有 100 篇，请换一个标题", "写了很久的正文");
    }

    /** As browsers send it on a double click: the same form twice, at the same time. */
    @Test
    void clickedTwiceIsSavedOnce() throws Exception {
        Visitor lin = login("lin");
        String[] form = {"title", "hello", "body", "一\r\n二", "tags", "读书 茶", "version", "0"};
        List<HttpResponse<String>> created = together(() -> lin.post("/desk/posts", form));
        assertThat(created).extracting(HttpResponse::statusCode).containsOnly(302);
        assertThat(blog.jdbc().sql("select slug from post").query(String.class).list()).containsExactly("hello");
        String post = created.getFirst().headers().firstValue("Location").orElseThrow();
        form[3] = "改过的";
        List<HttpResponse<String>> saved = together(() -> lin.post(java.net.URI.create(post).getPath(), form));
        assertThat(saved).extracting(HttpResponse::statusCode).containsOnly(302);
        assertThat(blog.jdbc().sql("select body || version from post").query(String.class).list()).containsExactly("改过的1");
        form[5] = "读书"; // what differs is a conflict as before, were it only in the tags
        assertThat(lin.post(java.net.URI.create(post).getPath(), form).statusCode()).isEqualTo(409);
    }

    /** The tags, too, are written by one of them only. */
    @Test
    void clickedEightTimesIsSavedOnce() throws Exception {
        long lin = blog.id("lin");
        PostForm form = new PostForm("hello", "一", "读书 茶", 0);
        for (int round = 0; round < 5; round++) {
            blog.jdbc().sql("delete from post").update();
            assertThat(Set.copyOf(together(8, () -> posts.create(form, lin)))).hasSize(1);
            assertThat(blog.jdbc().sql("select tag from post_tag").query(String.class).list())
                    .containsExactlyInAnyOrder("读书", "茶");
        }
    }

    private static <T> List<T> together(java.util.concurrent.Callable<T> click) throws Exception {
        return together(2, click);
    }

    private static <T> List<T> together(int times, java.util.concurrent.Callable<T> click) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(times)) {
            List<T> results = new ArrayList<>();
            for (Future<T> one : threads.invokeAll(java.util.Collections.nCopies(times, click))) {
                results.add(one.get());
            }
            return results;
        }
    }

    @Test
    void theSameTextAgainIsAnotherPostOncePublishedOrAnothers() {
        blog.published("lin", "hello", "x", "");
        blog.draft("lin", "hello", "x", "");
        blog.draft("wu", "hello", "x", "");
        assertThat(blog.jdbc().sql("select slug from post order by id").query(String.class).list())
                .containsExactly("hello", "hello-2", "hello-3");
    }

    @Test
    void savingKeepsTheAddress() {
        long id = blog.published("lin", "旧标题", "x", "");
        assertThat(posts.save(id, blog.id("lin"), new PostForm("新标题", "y", "", 0))).isTrue();
        assertThat(posts.published("旧标题")).hasValueSatisfying(post -> assertThat(post.title()).isEqualTo("新标题"));
    }

    @Test
    void publishingAgainKeepsTheDate() {
        long id = blog.published("lin", "hello", "x", "");
        blog.jdbc().sql("update post set published_at = '2026-01-02T03:04:05Z'").update();
        posts.withdraw(id, blog.id("lin"));
        posts.publish(id, blog.id("lin"));
        assertThat(posts.published("hello").orElseThrow().publishedAt().toInstant()).hasToString("2026-01-02T03:04:05Z");
    }

    @Test
    void theListIsOneStatement() {
        List<String> lines = new ArrayList<>();
        for (int size : List.of(1, 10)) {
            blog.reset();
            for (int i = 0; i < size; i++) {
                blog.published("lin", "第 " + i + " 篇", "x", "读书 随笔");
            }
            int ours = statements.countOf(() -> posts.published(0));
            int naively = statements.countOf(naive::list);
            lines.add("%2d 篇：我们的 %d 条，逐篇去查的 %2d 条".formatted(size, ours, naively));
            assertThat(ours).isOne();
            assertThat(naively).isEqualTo(1 + 2 * size);
        }
        Recording.check("statements.txt", String.join("\n", lines));
    }

    @Test
    void theWholePageIsOneStatementToo() {
        for (int i = 0; i < 10; i++) {
            blog.published("lin", "第 " + i + " 篇", "x", "读书");
        }
        Visitor reader = visitor();
        assertThat(statements.countOf(() -> reader.get("/"))).isOne();
        assertThat(statements.countOf(() -> reader.get("/feed.xml"))).isOne();
    }

    @Test
    void earlyInTheMorningIsToday() {
        blog.published("lin", "hello", "x", "");
        blog.jdbc().sql("update post set published_at = '2026-11-20T07:00:00+08:00'").update();
        assertThat(visitor().get("/posts/hello").body()).contains("2026-11-20").doesNotContain("2026-11-19");
        assertThat(visitor().get("/").body()).contains("2026-11-20").doesNotContain("2026-11-19");
    }

    @Test
    void tenToAPage() {
        for (int i = 0; i < 11; i++) {
            blog.published("lin", "第 " + i + " 篇", "x", "");
        }
        assertThat(visitor().get("/").body()).contains("第 10 篇").doesNotContain("第 0 篇").contains("旧一些")
                .doesNotContain("新一些");
        String second = visitor().get(linkOf("旧一些", visitor().get("/").body())).body();
        assertThat(second).contains("第 0 篇").doesNotContain("旧一些").contains("新一些");
        assertThat(visitor().get(linkOf("新一些", second)).body()).contains("第 10 篇");
    }

    @Test
    void tagsAreCleanedUpAndFound() {
        blog.published("lin", "hello", "x", "读书, 随笔，读书 上海　茶");
        blog.published("lin", "other", "x", "技术");
        assertThat(posts.published("hello").orElseThrow().tags()).containsExactlyInAnyOrder("读书", "随笔", "上海", "茶");
        assertThat(visitor().get("/tags?name=%E8%AF%BB%E4%B9%A6").body()).contains("hello").doesNotContain("other");
    }

    /** Tags are any characters; the firewall in front refuses some of them in a path, encoded or not. */
    @Test
    void everyLinkToATagAnswers() {
        blog.published("lin", "hello", "x", "C/C++ 100% a;b c\\d 读书? #1 ../x");
        List<String> links = links(visitor().get("/").body(), "/tags");
        assertThat(links).hasSize(7).allSatisfy(link -> {
            HttpResponse<String> page = visitor().get(link);
            assertThat(page.statusCode()).as(link).isEqualTo(200);
            assertThat(page.body()).contains("/posts/hello");
        });
    }

    /** Tomcat refuses the slash before Spring sees it; the others reach the firewall. */
    @Test
    void aPathMayNotHoldWhatATagMay() {
        Logger log = (Logger) LoggerFactory.getLogger(HttpStatusRequestRejectedHandler.class);
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        log.addAppender(lines);
        log.setLevel(Level.DEBUG);
        try {
            for (String tag : List.of("C%2FC++", "100%25", "a;b")) {
                assertThat(visitor().get("/posts/" + tag).statusCode()).as(tag).isEqualTo(400);
            }
        }
        finally {
            log.setLevel(null);
            log.detachAppender(lines);
        }
        assertThat(lines.list).hasSize(2);
        Recording.check("firewall.txt", lines.list.getFirst().getFormattedMessage());
    }

    @Test
    void theSecondPageOfATagIsStillOfThatTag() {
        for (int i = 0; i < 11; i++) {
            blog.published("lin", "第 " + i + " 篇", "x", "C/C++");
        }
        blog.published("lin", "另一种", "x", "读书");
        String first = visitor().get(links(visitor().get("/").body(), "/tags").getLast()).body();
        String second = visitor().get(linkOf("旧一些", first)).body();
        assertThat(second).contains("第 0 篇", "新一些").doesNotContain("另一种", "第 10 篇");
    }

    private static String linkOf(String text, String page) {
        Matcher link = Pattern.compile("href=\"([^\"]*)\">" + text).matcher(page);
        assertThat(link.find()).as(page).isTrue();
        return link.group(1).replace("&amp;", "&");
    }

    private static List<String> links(String page, String start) {
        return Pattern.compile("href=\"(" + Pattern.quote(start) + "[^\"]*)\"").matcher(page).results()
                .map(link -> link.group(1).replace("&amp;", "&")).filter(link -> !link.equals("/tags")).toList();
    }

    @Test
    void moreThanEightTagsAreCut() {
        blog.published("lin", "hello", "x", "1 2 3 4 5 6 7 8 9 10");
        assertThat(posts.published("hello").orElseThrow().tags()).hasSize(8);
    }
}
