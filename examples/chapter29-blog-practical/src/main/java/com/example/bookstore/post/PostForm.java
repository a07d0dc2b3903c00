package com.example.bookstore.post;

import java.util.Arrays;
import java.util.List;

import com.example.bookstore.CleanText;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

// region form
/** 作者能填的就是这四样。作者是谁、发布没有，表单里没有，请求里写了也没有地方放 */
public record PostForm(
        @NotBlank(message = "写上标题")
        @Size(max = 120, message = "标题最多 120 个字") String title,
        @NotBlank(message = "写上正文")
        @Size(max = 50_000, message = "正文最多 50000 个字") String body,
        @Size(max = 200, message = "标签太长了") String tags,
        @Nullable Integer version) {

    public PostForm {
        title = CleanText.of(title).strip();
        body = CleanText.of(body).stripTrailing(); // 开头的缩进可能是代码块
        tags = CleanText.of(tags).strip();
        version = version == null ? 0 : version;
    }
    // endregion form

    /** At most eight different ones, separated by spaces or commas. */
    List<String> tagList() {
        return Arrays.stream(tags.split("[\\s,，、]+")).filter(tag -> !tag.isEmpty()).distinct().limit(8).toList();
    }

    public static PostForm empty() {
        return new PostForm("", "", "", 0);
    }

    public static PostForm of(Post post) {
        return new PostForm(post.title(), post.body(), String.join(" ", post.tags()), post.version());
    }
}
