package com.example.bookstore.web;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

import com.example.bookstore.NotFoundException;
import com.example.bookstore.account.Blogger;
import com.example.bookstore.comment.Comments;
import com.example.bookstore.picture.NotAPictureException;
import com.example.bookstore.picture.Pictures;
import com.example.bookstore.post.Markdown;
import com.example.bookstore.post.Post;
import com.example.bookstore.post.PostForm;
import com.example.bookstore.post.Posts;
import com.example.bookstore.post.SameTitleException;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import jakarta.validation.Valid;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.validation.BindingResult;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** Where authors write and editors moderate. */
@Controller
@RequestMapping("/desk")
class DeskController {

    /** Without it the session, and with it the token in the form, is gone after half an hour: what is written is lost. */
    private static final Duration WRITING = Duration.ofHours(8);

    private final Posts posts;
    private final Markdown markdown;
    private final Comments comments;
    private final Pictures pictures;

    DeskController(Posts posts, Markdown markdown, Comments comments, Pictures pictures) {
        this.posts = posts;
        this.markdown = markdown;
        this.comments = comments;
        this.pictures = pictures;
    }

    @GetMapping
    String desk(@AuthenticationPrincipal Blogger me, Model model) {
        model.addAttribute("posts", posts.of(me.id()));
        return "desk";
    }

    @GetMapping("/posts/new")
    String fresh(Model model, HttpSession session) {
        session.setMaxInactiveInterval((int) WRITING.toSeconds());
        model.addAttribute("postForm", PostForm.empty());
        return "edit";
    }

    @PostMapping("/posts")
    String create(@AuthenticationPrincipal Blogger me, @Valid @ModelAttribute PostForm postForm, BindingResult errors,
            RedirectAttributes redirect, HttpServletResponse response) {
        if (!errors.hasErrors()) {
            try {
                return saved(posts.create(postForm, me.id()), redirect);
            }
            catch (SameTitleException ex) {
                errors.rejectValue("title", "same", ex.getMessage());
            }
        }
        response.setStatus(HttpStatus.UNPROCESSABLE_CONTENT.value());
        return "edit";
    }

    @GetMapping("/posts/{id}")
    String edit(@AuthenticationPrincipal Blogger me, @PathVariable long id, Model model, HttpSession session) {
        session.setMaxInactiveInterval((int) WRITING.toSeconds());
        Post post = posts.mine(id, me.id()).orElseThrow(NotFoundException::new);
        model.addAttribute("post", post);
        model.addAttribute("postForm", PostForm.of(post));
        return "edit";
    }

    @PostMapping("/posts/{id}")
    String save(@AuthenticationPrincipal Blogger me, @PathVariable long id,
            @Valid @ModelAttribute PostForm postForm, BindingResult errors, Model model,
            RedirectAttributes redirect, HttpServletResponse response) {
        Optional<Post> post = posts.mine(id, me.id());
        if (post.isEmpty()) {
            response.setStatus(HttpStatus.NOT_FOUND.value());
            model.addAttribute("gone", true); // 在别处删了：写的字也在表单里，再存是新的一篇
            return "edit";
        }
        model.addAttribute("post", post.get());
        if (errors.hasErrors()) {
            response.setStatus(HttpStatus.UNPROCESSABLE_CONTENT.value());
            return "edit";
        }
        if (!posts.save(id, me.id(), postForm)) {
            response.setStatus(HttpStatus.CONFLICT.value());
            model.addAttribute("conflict", true); // 写的字还在表单里，没有丢
            return "edit";
        }
        return saved(id, redirect);
    }

    private static String saved(long id, RedirectAttributes redirect) {
        redirect.addFlashAttribute("notice", "保存好了。");
        redirect.addAttribute("id", id);
        return "redirect:/desk/posts/{id}";
    }

    /** Shows what readers would see, and saves nothing. */
    @PostMapping("/preview")
    String preview(@ModelAttribute PostForm postForm, Model model) {
        model.addAttribute("html", markdown.html(postForm.body()));
        return "preview";
    }

    @PostMapping("/posts/{id}/publish")
    String publish(@AuthenticationPrincipal Blogger me, @PathVariable long id, RedirectAttributes redirect) {
        return done(posts.publish(id, me.id()), "发布了。", redirect);
    }

    @PostMapping("/posts/{id}/withdraw")
    String withdraw(@AuthenticationPrincipal Blogger me, @PathVariable long id, RedirectAttributes redirect) {
        return done(posts.withdraw(id, me.id()), "收回成草稿了。", redirect);
    }

    @PostMapping("/posts/{id}/delete")
    String delete(@AuthenticationPrincipal Blogger me, @PathVariable long id, RedirectAttributes redirect) {
        return done(posts.delete(id, me.id()), "删除了。", redirect);
    }

    private static String done(boolean done, String notice, RedirectAttributes redirect) {
        if (!done) {
            throw new NotFoundException();
        }
        redirect.addFlashAttribute("notice", notice);
        return "redirect:/desk";
    }

    @PostMapping(path = "/pictures", consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
    String upload(@AuthenticationPrincipal Blogger me, @RequestParam MultipartFile file, RedirectAttributes redirect)
            throws IOException {
        try {
            String name = pictures.store(file.getBytes(), me.id());
            redirect.addFlashAttribute("notice", "图片收好了，写进正文就能用：");
            redirect.addFlashAttribute("picture", "![说明](/pictures/" + name + ")");
        }
        catch (NotAPictureException ex) {
            redirect.addFlashAttribute("notice", ex.getMessage());
        }
        return "redirect:/desk";
    }

    @GetMapping("/comments")
    String waiting(Model model) {
        model.addAttribute("comments", comments.waiting());
        return "comments";
    }

    @PostMapping("/comments/{id}/{decision:approve|reject}")
    String decide(@PathVariable long id, @PathVariable String decision, RedirectAttributes redirect) {
        boolean decided = comments.decide(id, decision.equals("approve"));
        redirect.addFlashAttribute("notice", decided ? "处理好了。" : "这一条已经处理过，或者跟着文章删掉了。");
        return "redirect:/desk/comments";
    }
}
