package com.example.bookstore.post;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;

import com.example.bookstore.search.Bigrams;
import com.example.bookstore.search.Search;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** The posts in the database. What belongs to an author is only changed together with the author's id. */
@Repository
public class Posts {

    /** How many posts a page shows. */
    public static final int PAGE = 10;

    private static final int EXCERPT = 120;
    private static final int SAME_TITLE = 100;

    private static final String FULL = """
            select p.*, a.display_name,
                   array(select t.tag from post_tag t where t.post_id = p.id order by t.tag) as tags
              from post p join account a on a.id = p.author_id
            """;

    // region list
    /** 标签与评论数在同一条 SQL 里带回来：一页十篇，也是一条 */
    private static final String LIST = """
            select p.id, p.slug, p.title, p.excerpt, p.status, p.published_at, p.updated_at,
                   a.display_name,
                   array(select t.tag from post_tag t
                          where t.post_id = p.id order by t.tag) as tags,
                   (select count(*) from comment c
                     where c.post_id = p.id and c.status = 'APPROVED') as comments
              from post p join account a on a.id = p.author_id
            """;
    // endregion list

    private final JdbcClient jdbc;
    private final Markdown markdown;
    private final Clock clock;

    Posts(JdbcClient jdbc, Markdown markdown, Clock clock) {
        this.jdbc = jdbc;
        this.markdown = markdown;
        this.clock = clock;
    }

    /** Published ones, newest first; one more than a page, so that the caller knows whether there is another. */
    public List<Post.Summary> published(int page) {
        return jdbc.sql(LIST + " where p.status = 'PUBLISHED' order by p.published_at desc, p.id desc limit ? offset ?")
                .params(PAGE + 1, (long) PAGE * page).query(this::summary).list();
    }

    public List<Post.Summary> tagged(String tag, int page) {
        return jdbc.sql(LIST + """
                 where p.status = 'PUBLISHED' and p.id in (select post_id from post_tag where tag = ?)
                 order by p.published_at desc, p.id desc limit ? offset ?""")
                .params(tag, PAGE + 1, (long) PAGE * page).query(this::summary).list();
    }

    // region search
    /** 索引挑出可能的，position 再看原文里是不是真有这几个字 */
    public List<Post.Summary> search(Search search) {
        if (search.isEmpty()) {
            return List.of();
        }
        return jdbc.sql(LIST + """
                 cross join to_tsquery('simple', :query) wanted
                 where p.status = 'PUBLISHED' and p.search @@ wanted
                   and (select bool_and(position(term in p.search_text) > 0)
                          from unnest(:terms::text[]) term)
                 order by ts_rank(p.search, wanted) desc, p.published_at desc, p.id desc
                 limit 20""")
                .param("query", search.query())
                .param("terms", search.terms().toArray(String[]::new))
                .query(this::summary).list();
    }
    // endregion search

    /** Everything an author has written, drafts too. */
    public List<Post.Summary> of(long author) {
        return jdbc.sql(LIST + " where p.author_id = ? order by p.updated_at desc, p.id desc limit 200")
                .param(author).query(this::summary).list();
    }

    public Optional<Post> published(String slug) {
        return jdbc.sql(FULL + " where p.slug = ? and p.status = 'PUBLISHED'").param(slug)
                .query(this::post).optional();
    }

    /** 别人的文章与不存在的文章，得到的都是空 */
    public Optional<Post> mine(long id, long author) {
        return jdbc.sql(FULL + " where p.id = ? and p.author_id = ?").params(id, author)
                .query(this::post).optional();
    }

    // region create
    /** 同名的排在后面：hello、hello-2、hello-3…… 谁先谁后由唯一约束决定 */
    @Transactional
    public long create(PostForm form, long author) {
        String base = Slug.of(form.title());
        for (int n = 1; n <= SAME_TITLE; n++) {
            Optional<Long> id = insert(n == 1 ? base : base + "-" + n, form, author);
            if (id.isPresent()) {
                tag(id.get(), form);
                return id.get();
            }
        }
        throw new SameTitleException("同名的文章已经有 " + SAME_TITLE + " 篇，请换一个标题");
    }

    private Optional<Long> insert(String slug, PostForm form, long author) {
        return values(jdbc.sql("""
                insert into post (author_id, slug, title, body, excerpt, status, updated_at,
                                  search_text, search)
                values (:author, :slug, :title, :body, :excerpt, 'DRAFT', :now,
                        :text, setweight(to_tsvector('simple', :titleTokens), 'A')
                               || to_tsvector('simple', :bodyTokens))
                on conflict (slug) do nothing
                returning id"""), form).param("author", author).param("slug", slug)
                .query(Long.class).optional()
                .or(() -> savedBefore(slug, form, author)); // 连点了两下“保存”
    }
    // endregion create

    /** The draft of this name if it says the same; whoever waited for its insertion sees it here. */
    private Optional<Long> savedBefore(String slug, PostForm form, long author) {
        return jdbc.sql(FULL + " where p.slug = ? and p.author_id = ? and p.status = 'DRAFT'").params(slug, author)
                .query(this::post).optional().filter(form::isSavedAs).map(Post::id);
    }

    /** 版本不对，说明打开编辑页之后有人改过：一行也不改；内容也不是要存的这样，就返回 false */
    @Transactional
    public boolean save(long id, long author, PostForm form) {
        int changed = values(jdbc.sql("""
                update post set title = :title, body = :body, excerpt = :excerpt, updated_at = :now,
                       version = version + 1, search_text = :text,
                       search = setweight(to_tsvector('simple', :titleTokens), 'A')
                                || to_tsvector('simple', :bodyTokens)
                 where id = :id and author_id = :author and version = :version"""), form)
                .param("id", id).param("author", author).param("version", form.version()).update();
        if (changed == 1) {
            tag(id, form);
        }
        return changed == 1 || mine(id, author).filter(form::isSavedAs).isPresent();
    }

    /** Publishing again keeps the first date. */
    public boolean publish(long id, long author) {
        return jdbc.sql("""
                update post set status = 'PUBLISHED', published_at = coalesce(published_at, :now), updated_at = :now
                 where id = :id and author_id = :author""")
                .param("now", now()).param("id", id).param("author", author).update() == 1;
    }

    public boolean withdraw(long id, long author) {
        return jdbc.sql("update post set status = 'DRAFT', updated_at = ? where id = ? and author_id = ?")
                .params(now(), id, author).update() == 1;
    }

    public boolean delete(long id, long author) {
        return jdbc.sql("delete from post where id = ? and author_id = ?").params(id, author).update() == 1;
    }

    private JdbcClient.StatementSpec values(JdbcClient.StatementSpec sql, PostForm form) {
        String text = markdown.text(form.body());
        return sql.param("title", form.title()).param("body", form.body())
                .param("excerpt", excerpt(text)).param("now", now())
                .param("text", Bigrams.searchable(form.title() + "\n" + text))
                .param("titleTokens", Bigrams.document(form.title())).param("bodyTokens", Bigrams.document(text));
    }

    private void tag(long id, PostForm form) {
        jdbc.sql("delete from post_tag where post_id = ?").param(id).update();
        // Clicks at the same time that find the draft of the first have the same tags.
        jdbc.sql("""
                insert into post_tag (post_id, tag) select :id, tag from unnest(:tags::text[]) tag
                on conflict do nothing""")
                .param("id", id).param("tags", form.tagList().toArray(String[]::new)).update();
    }

    private OffsetDateTime now() {
        return OffsetDateTime.now(clock);
    }

    private static String excerpt(String text) {
        String line = text.replaceAll("\\s+", " ").strip();
        return line.codePointCount(0, line.length()) <= EXCERPT ? line
                : line.substring(0, line.offsetByCodePoints(0, EXCERPT)) + "……";
    }

    private Post.Summary summary(ResultSet row, int n) throws SQLException {
        return new Post.Summary(row.getLong("id"), row.getString("slug"), row.getString("title"),
                row.getString("excerpt"), row.getString("display_name"), row.getString("status").equals("PUBLISHED"),
                time(row, "published_at"), time(row, "updated_at"),
                strings(row.getArray("tags")), row.getInt("comments"));
    }

    private Post post(ResultSet row, int n) throws SQLException {
        return new Post(row.getLong("id"), row.getLong("author_id"), row.getString("display_name"),
                row.getString("slug"), row.getString("title"), row.getString("body"),
                row.getString("status").equals("PUBLISHED"), row.getInt("version"),
                time(row, "published_at"), time(row, "updated_at"),
                strings(row.getArray("tags")));
    }

    /** In the blog's own zone: the database answers in UTC, where it may still be yesterday. */
    private @Nullable OffsetDateTime time(ResultSet row, String column) throws SQLException {
        OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.atZoneSameInstant(clock.getZone()).toOffsetDateTime();
    }

    private static List<String> strings(Array array) throws SQLException {
        return List.of((String[]) array.getArray());
    }
}
