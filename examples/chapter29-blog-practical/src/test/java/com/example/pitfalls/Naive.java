package com.example.pitfalls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.bind.annotation.RestController;

/** The ways not taken, each of them found in blogs that run. */
@TestConfiguration(proxyBeanMethods = false)
@RestController
public class Naive {

    private final JdbcClient jdbc;

    Naive(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** 直接拿表的样子收表单 */
    public static class PostRow {
        private Long authorId = 2L; // 登录的人，吴霜
        private String title;
        private String status = "DRAFT";
        // getter 与 setter

        public Long getAuthorId() {
            return authorId;
        }

        public void setAuthorId(Long authorId) {
            this.authorId = authorId;
        }

        public String getTitle() {
            return title;
        }

        public void setTitle(String title) {
            this.title = title;
        }

        public String getStatus() {
            return status;
        }

        public void setStatus(String status) {
            this.status = status;
        }
    }

    @PostMapping("/naive/posts")
    String save(@ModelAttribute PostRow post) {
        return "作者 %d，状态 %s，标题 %s".formatted(post.authorId, post.status, post.title);
    }

    @PostMapping("/naive/pictures")
    String upload(@RequestParam MultipartFile file) throws IOException {
        Path folder = Files.createTempDirectory("chapter29-").resolve("pictures");
        Files.createDirectories(folder);
        Path target = folder.resolve(file.getOriginalFilename()); // 名字是浏览器给的
        file.transferTo(target);
        return folder.relativize(target.normalize()).toString();
    }

    @Transactional
    public String create(String title, long author, Runnable between) {
        boolean taken = jdbc.sql("select exists (select from post where slug = ?)")
                .param(title).query(Boolean.class).single();
        between.run(); // 另一个人正好也走到这里
        String slug = taken ? title + "-2" : title;
        jdbc.sql("""
                insert into post (author_id, slug, title, body, excerpt, status, updated_at,
                                  search_text, search)
                values (?, ?, ?, '', '', 'DRAFT', now(), '', '')""")
                .params(author, slug, title).update();
        return slug;
    }

    /** A post in the list. */
    public record Row(long id, String title, List<String> tags, int comments) {
    }

    public List<Row> list() {
        return jdbc.sql("select id, title from post order by id desc limit 10")
                .query((row, n) -> new Row(row.getLong("id"), row.getString("title"),
                        jdbc.sql("select tag from post_tag where post_id = ?")
                                .param(row.getLong("id")).query(String.class).list(),
                        jdbc.sql("select count(*) from comment where post_id = ?")
                                .param(row.getLong("id")).query(Integer.class).single()))
                .list();
    }
}
