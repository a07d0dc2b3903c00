package com.example.bookstore.web;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import com.example.bookstore.account.Accounts;
import com.example.bookstore.account.Blogger;
import com.example.bookstore.comment.CommentForm;
import com.example.bookstore.comment.Comments;
import com.example.bookstore.post.PostForm;
import com.example.bookstore.post.Posts;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.context.annotation.Profile;
import org.springframework.core.annotation.Order;
import org.springframework.core.io.ClassPathResource;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** A blog to look at: two accounts, sixteen posts, three comments. Does nothing where there are accounts. */
@Component
@Profile("demo")
@Order(0)
class Sample implements ApplicationRunner {

    private final Accounts accounts;
    private final Posts posts;
    private final Comments comments;
    private final String password;

    Sample(Accounts accounts, Posts posts, Comments comments, @Value("${blog.demo-password}") String password) {
        this.accounts = accounts;
        this.posts = posts;
        this.comments = comments;
        this.password = password;
    }

    @Override
    @Transactional
    public void run(ApplicationArguments arguments) {
        if (!accounts.none()) {
            return;
        }
        accounts.create("lin", "林晓", password, "AUTHOR");
        accounts.create("zhou", "周编辑", password, "EDITOR");
        Blogger lin = accounts.loadUserByUsername("lin");
        List<Long> published = new ArrayList<>();
        for (PostForm form : texts()) {
            long id = posts.create(form, lin.id());
            posts.publish(id, lin.id());
            published.add(id);
        }
        comments.add(published.getLast(), new CommentForm("老顾客", "《雪国》我冬天也读，读的是同一版。"));
        comments.add(published.getLast(), new CommentForm("路过", "南极那本叫什么？"));
        comments.decide(comments.waiting().getFirst().id(), true);
        comments.add(published.getFirst(), new CommentForm("小周", "墙上那面笔记我拍下来了。"));
    }

    /** Heading, tags, then the text up to the next heading. */
    static List<PostForm> texts() {
        try {
            String all = new ClassPathResource("sample/posts.md").getContentAsString(StandardCharsets.UTF_8);
            List<PostForm> forms = new ArrayList<>();
            for (String text : all.substring(2).split("\n# ")) {
                String[] parts = text.split("\n", 3);
                forms.add(new PostForm(parts[0], parts[2], parts[1], 0));
            }
            return forms;
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
