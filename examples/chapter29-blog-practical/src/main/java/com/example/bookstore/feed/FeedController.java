package com.example.bookstore.feed;

import java.util.List;

import com.example.bookstore.post.Post;
import com.example.bookstore.post.Posts;
import com.example.bookstore.BlogProperties;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.util.DigestUtils;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** What programs read: the feed, the sitemap and robots.txt. */
@RestController
class FeedController {

    private static final MediaType RSS = MediaType.parseMediaType("application/rss+xml;charset=UTF-8");
    private static final MediaType TEXT = MediaType.parseMediaType("text/plain;charset=UTF-8");
    private static final MediaType XML = MediaType.parseMediaType("application/xml;charset=UTF-8");

    private final Posts posts;
    private final JdbcClient jdbc;
    private final BlogProperties blog;

    FeedController(Posts posts, JdbcClient jdbc, BlogProperties blog) {
        this.posts = posts;
        this.jdbc = jdbc;
        this.blog = blog;
    }

    /** 内容的摘要作 ETag：阅读器下次带着它来，没有变就回 304，不再发一遍 */
    @GetMapping("/feed.xml")
    ResponseEntity<byte[]> feed() {
        List<Post.Summary> newest = posts.published(0).stream()
                .limit(Posts.PAGE).toList(); // 多查的一篇是给翻页用的
        byte[] xml = Rss.write(newest, blog);
        String digest = DigestUtils.md5DigestAsHex(xml);
        return ResponseEntity.ok().contentType(RSS)
                .cacheControl(CacheControl.noCache()) // 可以存，用前来问；默认的不许存
                .eTag(digest).body(xml);
    }

    @GetMapping("/sitemap.xml")
    ResponseEntity<byte[]> sitemap() {
        List<Sitemap.Entry> entries = jdbc.sql("""
                select slug, updated_at from post where status = 'PUBLISHED'
                 order by published_at desc, id desc limit 49999""")
                .query(Sitemap.Entry.class).list();
        return ResponseEntity.ok().contentType(XML).body(Sitemap.write(entries, blog));
    }

    @GetMapping("/robots.txt")
    ResponseEntity<String> robots() {
        return ResponseEntity.ok().contentType(TEXT)
                .body("User-agent: *\nDisallow: /desk\nDisallow: /search\nSitemap: " + blog.url("/sitemap.xml") + "\n");
    }
}
