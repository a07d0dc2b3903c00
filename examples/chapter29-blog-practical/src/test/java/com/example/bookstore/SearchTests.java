package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

import com.example.book.Recording;
import com.example.bookstore.post.Post;
import com.example.bookstore.post.Posts;
import com.example.bookstore.search.Bigrams;
import com.example.bookstore.search.Search;
import com.example.bookstore.web.Texts;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.dao.DataAccessException;

@DisplayName("中文搜索：找得到什么，找不到什么")
class SearchTests extends Support {

    @Autowired
    Posts posts;

    /** What a reader types, and what they hope to find: written down before anything was measured. */
    private record Wish(String query, Set<String> titles) {

        static Wish of(String query, String... titles) {
            return new Wish(query, Set.of(titles));
        }
    }

    private static final List<Wish> WISHES = List.of(
            Wish.of("读书笔记", "春天的读书笔记"),
            Wish.of("绘本", "怎样给孩子挑绘本"),
            Wish.of("老书店", "上海的三家老书店"),
            Wish.of("spring boot", "我们用 Spring Boot 写了这个博客"),
            Wish.of("ＳＰＲＩＮＧ", "我们用 Spring Boot 写了这个博客", "给程序员的书店导览"),
            Wish.of("上海 茶", "上海的三家老书店"),
            Wish.of("诗", "喝茶与读诗的下午", "给程序员的书店导览"),
            Wish.of("和服", "和服与浮世绘"),
            Wish.of("操作系统", "计算机科学的五本入门书"),
            Wish.of("浮世绘 和服", "和服与浮世绘"),
            Wish.of("电脑", "计算机科学的五本入门书"),
            Wish.of("讀書筆記", "春天的读书笔记"),
            Wish.of("睡不着读什么", "失眠的人适合读什么"),
            Wish.of("读书笔计", "春天的读书笔记"));

    private void sample() {
        Texts.sample().forEach(form -> posts.publish(posts.create(form, blog.id("lin")), blog.id("lin")));
    }

    private Set<String> ours(String query) {
        return posts.search(Search.of(query)).stream().map(Post.Summary::title).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private Set<String> sql(String sql, String query) {
        return new LinkedHashSet<>(blog.jdbc().sql("select title from post where " + sql).param("q", query)
                .query(String.class).list());
    }

    private Set<String> pairsOnly(String query) {
        Search search = Search.of(query);
        return search.isEmpty() ? Set.of() : sql("search @@ to_tsquery('simple', :q)", search.query());
    }

    @Test
    void howWell() {
        sample();
        List<String> lines = new ArrayList<>(List.of(
                "方法\t想要的找到了\t多找出来的",
                row("PostgreSQL 自带的 `simple`，不切词", query -> sql(
                        "to_tsvector('simple', title || ' ' || body) @@ plainto_tsquery('simple', :q)", query)),
                row("`ILIKE '%词%'`", query -> sql("title || ' ' || body ilike '%' || :q || '%'", query)),
                row("二元组", this::pairsOnly),
                row("二元组，再核对原文（本章）", this::ours)));
        Recording.check("search-quality.tsv", String.join("\n", lines));
        assertThat(lines.get(4)).contains("12 / 16");
    }

    private static String row(String name, Function<String, Set<String>> method) {
        int wanted = 0;
        int found = 0;
        int extra = 0;
        for (Wish wish : WISHES) {
            Set<String> got = method.apply(wish.query());
            wanted += wish.titles().size();
            found += (int) got.stream().filter(wish.titles()::contains).count();
            extra += (int) got.stream().filter(title -> !wish.titles().contains(title)).count();
        }
        return "%s\t%d / %d\t%d".formatted(name, found, wanted, extra);
    }

    @Test
    void whatItCannotDo() {
        sample();
        StringBuilder lines = new StringBuilder();
        for (Wish wish : WISHES) {
            Set<String> got = ours(wish.query());
            Set<String> missed = new LinkedHashSet<>(wish.titles());
            missed.removeAll(got);
            Set<String> extra = new LinkedHashSet<>(got);
            extra.removeAll(wish.titles());
            missed.forEach(title -> lines.append("搜“").append(wish.query()).append("”：没有找到《").append(title).append("》\n"));
            extra.forEach(title -> lines.append("搜“").append(wish.query()).append("”：多找出《").append(title).append("》\n"));
        }
        Recording.check("search-misses.txt", lines.toString());
        assertThat(lines).contains("电脑").contains("讀書筆記").contains("产品和服务");
    }

    @Test
    void howATextIsCut() {
        Recording.check("bigrams.txt", Bigrams.document("读书笔记，写于 Spring Boot 4！") + "\n"
                + Search.of("读书笔记").query() + "\n" + Search.of("茶").query());
        assertThat(Bigrams.of("读书笔记")).containsExactly("读书", "书笔", "笔记", "记");
    }

    @Test
    void oneCharacterIsFoundAnywhereInARun() {
        blog.published("lin", "a", "爱喝茶", "");
        blog.published("lin", "b", "茶馆", "");
        assertThat(ours("茶")).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void pairsInAnotherOrderAreSortedOut() {
        blog.published("lin", "a", "国人爱看中国", "");
        assertThat(pairsOnly("中国人")).containsExactly("a");
        assertThat(ours("中国人")).isEmpty();
    }

    @Test
    void titlesComeFirst() {
        blog.published("lin", "绘本", "x", "");
        blog.published("lin", "别的", "绘本绘本绘本", "");
        assertThat(ours("绘本")).containsExactly("绘本", "别的");
    }

    @Test
    void theTextIsSearchedNotTheMarkup() {
        blog.published("lin", "a", "读**书笔**记 [链接](https://secret.example)", "");
        assertThat(ours("读书笔记")).containsExactly("a");
        assertThat(ours("secret")).isEmpty();
    }

    @Test
    void aWordBrokenAcrossLinesIsFound() {
        blog.published("lin", "a", "春天的读书\n笔记写得很勤，\n天天写。", "");
        blog.published("lin", "b", "读**书**\n*笔记*\n\n- 每天\n  一页", "");
        assertThat(ours("读书笔记")).containsExactlyInAnyOrder("a", "b");
        assertThat(ours("勤，天天")).containsExactly("a");
        assertThat(ours("每天一页")).containsExactly("b");
    }

    /** 中文与英文之间，有人空一格，有人不空；搜的人也是 */
    @Test
    void aBlankBetweenChineseAndEnglishMakesNoDifference() {
        blog.published("lin", "a", "我们用 Spring Boot 4 写博客", "");
        blog.published("lin", "b", "我们用Spring Boot 4写博客", "");
        for (String typed : List.of("用spring", "用 spring", "spring boot", "4写博客", "4 写博客")) {
            assertThat(ours(typed)).as(typed).containsExactlyInAnyOrder("a", "b");
        }
        assertThat(ours("springboot")).isEmpty();
    }

    /** 换行正好在中文与英文之间，也只是一个空格 */
    @Test
    void aLineBreakBetweenChineseAndEnglishMakesNoDifference() {
        blog.published("lin", "a", "我们用\nSpring Boot\n写博客", "");
        for (String typed : List.of("用spring", "用 spring", "boot写博客", "boot 写博客", "spring boot")) {
            assertThat(ours(typed)).as(typed).containsExactly("a");
        }
        blog.published("lin", "b", "我们用\n\nSpring", ""); // 另起一段，两边不是一句话
        assertThat(ours("用spring")).containsExactly("a");
    }

    @Test
    void otherLineBreaksStayBetweenWords() {
        blog.published("lin", "a", "we read\nbooks 读书\nnotes 笔记", "");
        assertThat(ours("readbooks")).isEmpty();
        assertThat(ours("read books")).containsExactly("a");
        // 另起一段、代码里的换行、故意换的行，两边不是一个词
        blog.published("lin", "b", "读书\n\n笔记", "");
        blog.published("lin", "c", "```\n读书\n笔记\n```", "");
        blog.published("lin", "d", "读书  \n笔记", "");
        assertThat(ours("读书笔记")).isEmpty();
    }

    @Test
    void wordsInHtmlBlocksAreFoundToo() {
        blog.published("lin", "a", "<table><tr><td>读书笔记</td><td>和服</td></tr></table>", "");
        blog.published("lin", "b", "<p>挑<b>绘本</b> &amp; 喝茶</p>\n<script>xss()</script>", "");
        assertThat(ours("读书笔记")).containsExactly("a");
        assertThat(ours("笔记和服")).isEmpty();
        assertThat(ours("挑绘本 & 喝茶")).containsExactly("b");
        assertThat(ours("xss")).isEmpty();
        assertThat(ours("td")).isEmpty();
        assertThat(posts.published(0)).extracting(Post.Summary::excerpt).containsExactly("挑绘本 & 喝茶", "读书笔记 和服");
    }

    @Test
    void savingChangesWhatIsFound() {
        long id = blog.published("lin", "a", "旧的内容", "");
        posts.save(id, blog.id("lin"), new com.example.bookstore.post.PostForm("a", "新的文字", "", 0));
        assertThat(ours("旧的内容")).isEmpty();
        assertThat(ours("新的文字")).containsExactly("a");
    }

    @Test
    void anythingMayBeTyped() {
        blog.published("lin", "a", "x", "");
        for (String typed : List.of("", "   ", "'", "&", "!!!", "a:*", "' or 1=1 --", "读 & | ! ( )", "%", "\\", "，。", "😀",
                "x".repeat(5_000), "'a'", "a' & 'b", "读,书", "a\u0000b")) {
            assertThat(visitor().get("/search?q=" + java.net.URLEncoder.encode(typed, java.nio.charset.StandardCharsets.UTF_8))
                    .statusCode()).as(typed).isEqualTo(200);
        }
    }

    @Test
    void typedTextIsNoTsquery() {
        assertThatThrownBy(() -> sql("search @@ to_tsquery('simple', :q)", "读书 笔记"))
                .isInstanceOfSatisfying(DataAccessException.class, ex ->
                        Recording.check("tsquery-syntax.txt", ex.getMostSpecificCause().getMessage()));
    }

    @Test
    void thereIsNoChineseConfiguration() {
        assertThatThrownBy(() -> sql("to_tsvector('chinese', title) @@ to_tsquery('chinese', :q)", "读书"))
                .isInstanceOfSatisfying(DataAccessException.class, ex ->
                        Recording.check("no-chinese.txt", ex.getMostSpecificCause().getMessage().lines().findFirst().orElseThrow()));
    }

    /** 位置最多记到 16383：用 <-> 找相邻的词，长文章的后半截找不到 */
    @Test
    void positionsEndAt16383() {
        String text = "读".repeat(17_000) + "。结尾在这里";
        blog.published("lin", "a", text, "");
        boolean byPosition = blog.jdbc().sql("""
                select to_tsvector('simple', ?) @@ to_tsquery('simple', '''结尾'' <-> ''尾在''')""")
                .param(Bigrams.document(text)).query(Boolean.class).single();
        Recording.check("positions.txt", "用 <-> 找相邻的：%s%n本章的写法：%s".formatted(
                byPosition ? "找到" : "找不到", ours("结尾在").isEmpty() ? "找不到" : "找到"));
        assertThat(byPosition).isFalse();
        assertThat(ours("结尾在")).containsExactly("a");
    }

    @Test
    void theLongestPostFits() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 50_000; i++) {
            text.appendCodePoint(0x4e00 + (i * 7919) % 20_000);
        }
        blog.published("lin", "a", text.toString(), "");
        assertThat(ours(text.substring(40_000, 40_006))).containsExactly("a");
    }

    @Test
    void moreThanAMegabyteDoesNot() {
        assertThatThrownBy(() -> blog.jdbc().sql("select to_tsvector('simple', string_agg(n::text || repeat('x', 40), ' ')) from generate_series(1, 30000) n")
                .query(String.class).single())
                .isInstanceOfSatisfying(DataAccessException.class, ex ->
                        Recording.check("too-long.txt", ex.getMostSpecificCause().getMessage()));
    }

    @Test
    void theIndexIsUsed() {
        sample();
        String plan = blog.jdbc().sql("explain select id from post where search @@ to_tsquery('simple', '''读书''')")
                .query(String.class).list().toString();
        assertThat(plan).isNotEmpty(); // sixteen rows: a scan is cheaper, which the planner knows
        blog.jdbc().sql("insert into post (author_id, slug, title, body, excerpt, status, updated_at, search_text, search)"
                + " select 1, 's' || n, '', '', '', 'PUBLISHED', now(), '', to_tsvector('simple', 'w' || n)"
                + " from generate_series(1, 3000) n").update();
        blog.jdbc().sql("analyze post").update();
        plan = blog.jdbc().sql("explain select id from post where search @@ to_tsquery('simple', '''读书''')")
                .query(String.class).list().toString();
        assertThat(plan).contains("post_search");
    }
}
