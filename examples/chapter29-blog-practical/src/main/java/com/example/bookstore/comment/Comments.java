package com.example.bookstore.comment;

import java.time.Clock;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.List;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** Comments wait until an editor has seen them. */
@Repository
public class Comments {

    /** How many may wait for one post. */
    static final int WAITING = 100;

    /** One comment, with its post's title for the editor. */
    public record Comment(long id, String slug, String title, String name, String body, OffsetDateTime createdAt) {

        Comment in(ZoneId zone) {
            return new Comment(id, slug, title, name, body, createdAt.atZoneSameInstant(zone).toOffsetDateTime());
        }
    }

    private static final String SELECT = """
            select c.id, p.slug, p.title, c.name, c.body, c.created_at
              from comment c join post p on p.id = c.post_id
            """;

    private final JdbcClient jdbc;
    private final Clock clock;
    private final Counter taken;
    private final Counter full;
    private final Counter gone;

    Comments(JdbcClient jdbc, Clock clock, MeterRegistry meters) {
        this.jdbc = jdbc;
        this.clock = clock;
        this.taken = counter("taken", meters);
        this.full = counter("full", meters);
        this.gone = counter("gone", meters);
    }

    private static Counter counter(String result, MeterRegistry meters) {
        return Counter.builder("blog.comments").tag("result", result).description("读者发来的评论").register(meters);
    }

    /**
     * Takes a comment, to be shown once it is approved. Whoever comments on a post locks its row first: two counts at
     * the same time would both see the last free place. The same words again, while they wait, are taken once.
     *
     * @return false when too many of this post's comments are waiting, or it has just been deleted
     */
    @Transactional
    public boolean add(long post, CommentForm form) {
        boolean there = jdbc.sql("select true from post where id = ? for no key update").param(post)
                .query(Boolean.class).optional().isPresent();
        if (there && isWaiting(post, form)) {
            return true; // clicked twice
        }
        boolean added = there && jdbc.sql("""
                insert into comment (post_id, name, body, status, created_at)
                select :post, :name, :body, 'PENDING', :now
                 where (select count(*) from comment where post_id = :post and status = 'PENDING') < :waiting""")
                .param("post", post).param("name", form.name()).param("body", form.body())
                .param("now", OffsetDateTime.now(clock)).param("waiting", WAITING).update() == 1;
        Counter result = added ? taken : there ? full : gone;
        result.increment();
        return added;
    }

    private boolean isWaiting(long post, CommentForm form) {
        return jdbc.sql("""
                select exists (select from comment
                                where post_id = ? and status = 'PENDING' and name = ? and body = ?)""")
                .params(post, form.name(), form.body()).query(Boolean.class).single();
    }

    public List<Comment> approved(long post) {
        return jdbc.sql(SELECT + " where c.post_id = ? and c.status = 'APPROVED' order by c.created_at, c.id")
                .param(post).query(Comment.class).list().stream().map(comment -> comment.in(clock.getZone())).toList();
    }

    public List<Comment> waiting() {
        return jdbc.sql(SELECT + " where c.status = 'PENDING' order by c.created_at, c.id limit 100")
                .query(Comment.class).list().stream().map(comment -> comment.in(clock.getZone())).toList();
    }

    /** Decides on one that is still waiting; one that another editor has decided on stays as it is. */
    public boolean decide(long id, boolean approve) {
        return jdbc.sql("update comment set status = ? where id = ? and status = 'PENDING'")
                .params(approve ? "APPROVED" : "REJECTED", id).update() == 1;
    }
}
