package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

import com.example.book.Recording;
import com.example.bookstore.account.Accounts;
import com.example.bookstore.post.PostForm;
import org.apache.catalina.Context;
import org.apache.catalina.Manager;
import org.apache.catalina.Session;
import org.apache.catalina.session.StandardManager;
import org.apache.catalina.session.StandardSession;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.DefaultApplicationArguments;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;

@DisplayName("谁能做什么")
class SecurityTests extends Support {

    @Autowired
    Accounts accounts;

    @Autowired
    ApplicationRunner firstEditor;

    @Autowired
    WebServerApplicationContext server;

    @Test
    void othersPostsAreNotThere() {
        long id = blog.draft("lin", "还没写完的", "草稿", "");
        Visitor wu = login("wu");
        List<String> lines = new ArrayList<>();
        lines.add("GET  /desk/posts/1          " + wu.get("/desk/posts/" + id).statusCode());
        lines.add("POST /desk/posts/1          "
                + wu.post("/desk/posts/" + id, "title", "我的了", "body", "x", "version", "0").statusCode());
        for (String action : List.of("publish", "withdraw", "delete")) {
            lines.add("POST /desk/posts/1/%-8s ".formatted(action)
                    + wu.post("/desk/posts/" + id + "/" + action).statusCode());
        }
        lines.add("GET  /desk/posts/999        " + wu.get("/desk/posts/999").statusCode());
        Recording.check("idor.txt", String.join("\n", lines));
        assertThat(lines).allMatch(line -> line.endsWith("404"));
        assertThat(blog.jdbc().sql("select title || status from post").query(String.class).list())
                .containsExactly("还没写完的DRAFT");
    }

    @Test
    void othersAndTheMissingLookAlike() {
        long id = blog.draft("lin", "还没写完的", "草稿", "");
        Visitor wu = login("wu");
        assertThat(wu.get("/desk/posts/" + id).body()).isEqualTo(wu.get("/desk/posts/999").body());
    }

    /** The one thing an author may learn of another's draft: that its name is taken. */
    @Test
    void theAddressTellsThatANameIsTaken() {
        blog.draft("lin", "搬家公告", "草稿", "");
        login("wu").post("/desk/posts", "title", "搬家公告", "body", "x");
        assertThat(blog.jdbc().sql("select slug from post where author_id = ?").param(blog.id("wu"))
                .query(String.class).single()).isEqualTo("搬家公告-2");
    }

    @Test
    void draftsAreNotPublic() {
        blog.draft("lin", "草稿", "还没写完", "悄悄");
        Visitor reader = visitor();
        assertThat(reader.get("/posts/%E8%8D%89%E7%A8%BF").statusCode()).isEqualTo(404);
        for (String path : List.of("/", "/tags?name=%E6%82%84%E6%82%84", "/search?q=%E5%86%99%E5%AE%8C", "/feed.xml", "/sitemap.xml")) {
            assertThat(reader.get(path).body()).as(path).doesNotContain("草稿").doesNotContain("%E8%8D%89");
        }
    }

    @Test
    void withdrawnIsGone() {
        long id = blog.published("lin", "hello", "x", "");
        assertThat(visitor().get("/posts/hello").statusCode()).isEqualTo(200);
        login("lin").post("/desk/posts/" + id + "/withdraw");
        assertThat(visitor().get("/posts/hello").statusCode()).isEqualTo(404);
    }

    @Test
    void anotherSitesFormIsRefused() {
        long id = blog.published("lin", "hello", "x", "");
        Visitor lin = login("lin");
        HttpResponse<String> forged = lin.postWithoutToken("/desk/posts/" + id + "/delete");
        HttpResponse<String> own = lin.post("/desk/posts/" + id + "/delete");
        Recording.check("csrf.txt", """
                别的网站发来的表单，没有令牌：%d
                自己页面上的按钮，带着令牌：  %d""".formatted(forged.statusCode(), own.statusCode()));
        assertThat(forged.statusCode()).isEqualTo(403);
        assertThat(own.statusCode()).isEqualTo(302);
    }

    @Test
    void aReadersCommentNeedsATokenToo() {
        blog.published("lin", "hello", "x", "");
        Visitor reader = visitor();
        reader.get("/posts/hello");
        assertThat(reader.postWithoutToken("/posts/hello/comments", "name", "a", "body", "b").statusCode()).isEqualTo(403);
    }

    @Test
    void eachFormThatPostsCarriesAToken() {
        long id = blog.published("zhou", "hello", "x", "");
        Visitor reader = visitor();
        reader.get("/posts/hello");
        reader.post("/posts/hello/comments", "name", "a", "body", "b");
        Visitor zhou = login("zhou");
        for (String path : List.of("/login", "/posts/hello", "/desk", "/desk/posts/new", "/desk/posts/" + id, "/desk/comments")) {
            String body = zhou.get(path).body();
            int forms = body.split("method=\"post\"", -1).length - 1;
            int tokens = body.split("name=\"_csrf\"", -1).length - 1;
            assertThat(forms).as(path).isPositive().isEqualTo(tokens);
        }
    }

    @Test
    void aFormCannotSayWhoWroteItOrThatItIsPublished() {
        Visitor wu = login("wu");
        String[] form = {"title", "hello", "body", "x", "authorId", "1", "status", "PUBLISHED", "id", "7", "slug", "admin"};
        wu.post("/desk/posts", form);
        String ours = blog.jdbc().sql("""
                select format('作者 %s，状态 %s，slug %s', author_id, status, slug) from post""")
                .query(String.class).single();
        String naive = wu.post("/naive/posts", form).body();
        Recording.check("mass-assignment.txt", """
                PostForm：%s
                实体：    %s""".formatted(ours, naive));
        assertThat(ours).isEqualTo("作者 2，状态 DRAFT，slug hello");
        assertThat(naive).startsWith("作者 1，状态 PUBLISHED");
        assertThat(wu.post("/naive/posts", "title", "hello").body()).startsWith("作者 2，状态 DRAFT");
    }

    @Test
    void theFormHasFourFields() {
        assertThat(PostForm.class.getRecordComponents()).extracting("name")
                .containsExactly("title", "body", "tags", "version");
    }

    @Test
    void deskNeedsALogin() {
        HttpResponse<String> response = visitor().get("/desk");
        assertThat(response.statusCode()).isEqualTo(302);
        assertThat(response.headers().firstValue("Location")).hasValueSatisfying(to -> assertThat(to).endsWith("/login"));
    }

    @Test
    void moderationIsForEditors() {
        assertThat(login("lin").get("/desk/comments").statusCode()).isEqualTo(403);
        assertThat(login("zhou").get("/desk/comments").statusCode()).isEqualTo(200);
    }

    @Test
    void wrongPasswordAndUnknownUserLookAlike() {
        Visitor visitor = visitor();
        visitor.get("/login");
        String wrong = visitor.post("/login", "username", "lin", "password", "no").headers().map().get("Location").toString();
        visitor.get("/login");
        String unknown = visitor.post("/login", "username", "nobody", "password", "no").headers().map().get("Location").toString();
        assertThat(wrong).isEqualTo(unknown).contains("/login?error");
    }

    @Test
    void passwordsAreHashed() {
        accounts.create("new", "新人", "a-long-password", "AUTHOR");
        assertThat(accounts.loadUserByUsername("new").getPassword()).startsWith("{bcrypt}");
        login("zhou");
        assertThat(visitor().login("new", "a-long-password").get("/desk").statusCode()).isEqualTo(200);
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void withoutAnyAccountTheLogSaysSo(CapturedOutput output) throws Exception {
        blog.jdbc().sql("truncate account cascade").update();
        firstEditor.run(new DefaultApplicationArguments());
        assertThat(output.getAll()).contains("现在没有人能登录");
        assertThat(accounts.none()).isTrue();
    }

    @Test
    void aSecondAccountOfTheSameNameChangesNothing() {
        accounts.create("lin", "冒名", "a-long-password", "EDITOR");
        assertThat(accounts.loadUserByUsername("lin").displayName()).isEqualTo("林晓");
    }

    @Test
    void metricsAreForEditorsHealthIsForAll() {
        String path = "/actuator/prometheus";
        assertThat(visitor().get("/actuator/health").statusCode()).isEqualTo(200);
        assertThat(visitor().get(path).statusCode()).isEqualTo(401);
        assertThat(visitor().get(path, "Authorization", basic("lin")).statusCode()).isEqualTo(403);
        assertThat(visitor().get(path, "Authorization", basic("zhou")).body())
                .contains("blog_comments_total{result=\"taken\"}", "blog_comments_total{result=\"full\"}",
                        "blog_comments_total{result=\"gone\"}", "cache_gets_total{");
    }

    private static String basic(String username) {
        return "Basic " + Base64.getEncoder().encodeToString((username + ":" + Fixture.PASSWORD).getBytes());
    }

    @Test
    void headers() {
        HttpResponse<String> response = visitor().get("/");
        assertThat(response.headers().firstValue("Content-Security-Policy").orElseThrow().split("; ?")).containsExactlyInAnyOrder(
                "default-src 'none'", "style-src 'self'", "img-src 'self'", "form-action 'self'", "base-uri 'none'",
                "frame-ancestors 'none'");
        assertThat(response.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
    }

    @Test
    void twoEditsOfOneVersion() {
        long id = blog.draft("lin", "hello", "一", "");
        Visitor desk = login("lin");
        Visitor phone = login("lin");
        assertThat(desk.post("/desk/posts/" + id, "title", "hello", "body", "书桌上写的", "version", "0").statusCode()).isEqualTo(302);
        HttpResponse<String> late = phone.post("/desk/posts/" + id, "title", "hello", "body", "手机上写的", "version", "0");
        String message = late.body().lines().filter(line -> line.contains("在别处改过")).findFirst().orElseThrow();
        Recording.check("conflict.txt", late.statusCode() + "\n"
                + message.replaceAll("<[^>]+>", "").strip() + "\n表单里还有“手机上写的”：" + late.body().contains("手机上写的"));
        assertThat(late.statusCode()).isEqualTo(409);
        assertThat(blog.jdbc().sql("select body from post").query(String.class).single()).isEqualTo("书桌上写的");
    }

    /** Deleted in another window: what is written is kept, and the next click saves it as a new post. */
    @Test
    void whatIsSavedIntoADeletedPostIsNotLost() {
        long id = blog.draft("lin", "hello", "一", "");
        Visitor lin = login("lin");
        lin.post("/desk/posts/" + id + "/delete");
        HttpResponse<String> late = lin.post("/desk/posts/" + id, "title", "hello", "body", "写了很久的正文", "version", "0");
        assertThat(late.statusCode()).isEqualTo(404);
        assertThat(late.body()).contains("已经不在了", "写了很久的正文", "action=\"/desk/posts\"");
    }

    @Test
    void anUploadThatIsNoUploadIsNoError() {
        assertThat(login("lin").post("/desk/pictures", "file", "x").statusCode()).isEqualTo(415);
    }

    /** Writing takes longer than the half hour after which a session is gone, and its token with it. */
    @Test
    void whoeverWritesForHoursCanStillSave() {
        blog.published("lin", "hello", "x", "");
        Visitor lin = login("lin");
        lin.get("/desk/posts/new");
        Visitor reader = visitor();
        reader.get("/posts/hello");
        idleFor(Duration.ofMinutes(31));
        assertThat(reader.post("/posts/hello/comments", "name", "a", "body", "b").statusCode()).isEqualTo(403);
        idleFor(Duration.ofHours(7));
        assertThat(lin.post("/desk/posts", "title", "写了七小时", "body", "写了很久的正文").statusCode()).isEqualTo(302);
        idleFor(Duration.ofHours(9));
        assertThat(lin.post("/desk/posts", "title", "写了九小时", "body", "写了很久的正文").statusCode()).isEqualTo(403);
    }

    /** Nowhere to keep them: Boot takes Tomcat's file away. */
    @Test
    void aRestartForgetsTheSessions() {
        assertThat(((StandardManager) sessions()).getPathname()).isNull();
    }

    /** As if nobody had asked for anything since then. */
    private void idleFor(Duration idle) {
        awaitEndOfRequests();
        for (Session session : sessions().findSessions()) {
            ((StandardSession) session).setCreationTime(System.currentTimeMillis() - idle.toMillis());
        }
    }

    /** The last one's answer may be here before Tomcat has noted down when it ended. */
    private void awaitEndOfRequests() {
        ThreadPoolExecutor threads = (ThreadPoolExecutor) tomcat().getConnector().getProtocolHandler().getExecutor();
        long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (threads.getActiveCount() > 0 && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        assertThat(threads.getActiveCount()).isZero();
    }

    private Manager sessions() {
        return ((Context) tomcat().getHost().findChildren()[0]).getManager();
    }

    private Tomcat tomcat() {
        return ((TomcatWebServer) server.getWebServer()).getTomcat();
    }

    @Test
    void invalidFormsAreShownAgain() {
        Visitor lin = login("lin");
        HttpResponse<String> response = lin.post("/desk/posts", "title", "  ", "body", "写了很久的正文");
        assertThat(response.statusCode()).isEqualTo(422);
        assertThat(response.body()).contains("写上标题").contains("写了很久的正文");
    }

    /** Whoever edits the page's source gets told, too; what is written is kept. */
    @Test
    void aVersionThatIsNoNumberIsSaidSo() {
        long id = blog.draft("lin", "hello", "一", "");
        Visitor lin = login("lin");
        for (String path : List.of("/desk/posts", "/desk/posts/" + id)) {
            for (String version : List.of("abc", "99999999999")) {
                HttpResponse<String> response = lin.post(path, "title", "标题", "body", "写了很久的正文", "version", version);
                assertThat(response.statusCode()).isEqualTo(422);
                assertThat(response.body()).contains("版本号不是数字").contains("写了很久的正文").contains("value=\"标题\"");
            }
        }
        assertThat(lin.get("/desk/posts/" + id).body()).doesNotContain("版本号不是数字");
    }

    @Test
    void whatNobodySeesIsNoTitle() {
        Visitor lin = login("lin");
        for (String unseen : List.of("\u00A0", "\u200B", "\u2060\uFEFF", "\u3000", "\u00AD", "\uFE0F", "\u3164", "\u2800")) {
            HttpResponse<String> response = lin.post("/desk/posts", "title", unseen, "body", unseen);
            assertThat(response.statusCode()).as("U+%04X", (int) unseen.charAt(0)).isEqualTo(422);
            assertThat(response.body()).contains("写上标题", "写上正文");
        }
        for (String seen : List.of("一", "!", "\uD83D\uDCDA", "a\u00A0b")) {
            assertThat(lin.post("/desk/posts", "title", seen, "body", seen).statusCode()).as(seen).isEqualTo(302);
        }
    }

    @Test
    void nulCharactersDoNotReachTheDatabase() {
        Visitor lin = login("lin");
        assertThat(lin.post("/desk/posts", "title", "a\u0000b\u000Bc", "body", "x\u0000y").statusCode()).isEqualTo(302);
        assertThat(blog.jdbc().sql("select title || ':' || body from post").query(String.class).single()).isEqualTo("abc:xy");
        HttpResponse<String> tagged = visitor().get("/tags?name=a%00b%0Bc");
        assertThat(tagged.statusCode()).isEqualTo(200);
        assertThat(tagged.body()).contains("标签：abc").doesNotContain("\u0000", "\u000B");
        assertThat(visitor().get("/search?q=a%00b").statusCode()).isEqualTo(200);
        assertThat(visitor().post("/login", "username", "a\u0000b", "password", "x").statusCode()).isNotEqualTo(500);
    }

    /** Else the database refuses it, and each try is an ERROR with a stack trace in the log. */
    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void aNulInAUsernameIsNoErrorInTheLog(CapturedOutput output) {
        Visitor stranger = visitor();
        stranger.get("/login");
        assertThat(stranger.post("/login", "username", "a\u0000b", "password", "x").headers().firstValue("Location").orElse(""))
                .endsWith("/login?error");
        assertThat(output).doesNotContain("ERROR", "0x00");
    }

    @Test
    void theCleanerIsWhatKeepsThemOut() {
        long id = blog.draft("lin", "hello", "一", "");
        try {
            blog.jdbc().sql("update post set body = ? where id = ?").params("a\u0000b", id).update();
        }
        catch (org.springframework.dao.DataAccessException ex) {
            Recording.check("zero.txt", ex.getMostSpecificCause().getClass().getSimpleName() + ": "
                    + ex.getMostSpecificCause().getMessage());
            return;
        }
        throw new AssertionError("PostgreSQL 收下了 U+0000");
    }

    @Test
    void badRequestsAreAnswered() {
        Visitor reader = visitor();
        assertThat(reader.get("/?page=-5").statusCode()).isEqualTo(200);
        assertThat(reader.get("/?page=999999999").statusCode()).isEqualTo(200);
        assertThat(reader.get("/?page=abc").statusCode()).isEqualTo(400);
        assertThat(login("lin").get("/desk/posts/abc").statusCode()).isEqualTo(400);
    }
}
