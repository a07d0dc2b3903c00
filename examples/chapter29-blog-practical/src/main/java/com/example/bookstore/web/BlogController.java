package com.example.bookstore.web;

import java.util.List;

import com.example.bookstore.CleanText;
import com.example.bookstore.NotFoundException;
import com.example.bookstore.comment.CommentForm;
import com.example.bookstore.comment.Comments;
import com.example.bookstore.post.Post;
import com.example.bookstore.post.Posts;
import com.example.bookstore.post.Rendered;
import com.example.bookstore.search.Search;
import jakarta.validation.Valid;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.validation.BindingResult;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;
import jakarta.servlet.http.HttpServletResponse;

/** What readers see. */
@Controller
class BlogController {

    private static final int LAST_PAGE = 1000;

    private final Posts posts;
    private final Rendered rendered;
    private final Comments comments;

    BlogController(Posts posts, Rendered rendered, Comments comments) {
        this.posts = posts;
        this.rendered = rendered;
        this.comments = comments;
    }

    @GetMapping("/")
    String home(@RequestParam(defaultValue = "0") int page, Model model) {
        int number = Math.clamp(page, 0, LAST_PAGE);
        return list(posts.published(number), number, "最近的文章", model);
    }

    /** As a parameter, not in the path: a tag may be {@code C/C++}, and a path with an encoded slash is refused. */
    @GetMapping("/tags")
    String tag(@RequestParam String name, @RequestParam(defaultValue = "0") int page, Model model) {
        String tag = CleanText.of(name);
        int number = Math.clamp(page, 0, LAST_PAGE);
        model.addAttribute("tag", tag);
        return list(posts.tagged(tag, number), number, "标签：" + tag, model);
    }

    private static String list(List<Post.Summary> found, int page, String heading, Model model) {
        model.addAttribute("heading", heading);
        model.addAttribute("posts", found.subList(0, Math.min(Posts.PAGE, found.size())));
        model.addAttribute("page", page);
        model.addAttribute("more", found.size() > Posts.PAGE);
        return "list";
    }

    @GetMapping("/search")
    String search(@RequestParam(defaultValue = "") String q, Model model) {
        model.addAttribute("q", CleanText.of(q));
        model.addAttribute("posts", posts.search(Search.of(q)));
        return "search";
    }

    @GetMapping("/posts/{slug}")
    String post(@PathVariable String slug, Model model) {
        model.addAttribute("commentForm", new CommentForm("", ""));
        return show(slug, model);
    }

    private String show(String slug, Model model) {
        Post post = posts.published(slug).orElseThrow(NotFoundException::new);
        model.addAttribute("post", post);
        model.addAttribute("html", rendered.html(post));
        model.addAttribute("comments", comments.approved(post.id()));
        return "post";
    }

    @PostMapping("/posts/{slug}/comments")
    String comment(@PathVariable String slug, @Valid @ModelAttribute CommentForm commentForm, BindingResult errors,
            Model model, RedirectAttributes redirect, HttpServletResponse response) {
        Post post = posts.published(slug).orElseThrow(NotFoundException::new);
        if (errors.hasErrors()) {
            response.setStatus(HttpStatus.UNPROCESSABLE_CONTENT.value());
            return show(slug, model);
        }
        boolean taken = comments.add(post.id(), commentForm);
        redirect.addFlashAttribute("notice", taken ? "收到了，编辑看过之后会显示在这里。" : "等着审核的评论太多，请过一会儿再来。");
        redirect.addAttribute("slug", slug);
        return "redirect:/posts/{slug}#comments";
    }

    @GetMapping("/login")
    String login() {
        return "login";
    }
}
