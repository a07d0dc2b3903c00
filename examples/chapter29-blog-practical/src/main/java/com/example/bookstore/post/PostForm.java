package com.example.bookstore.post;

import java.util.Arrays;
import java.util.List;
import java.util.Set;

import com.example.bookstore.CleanText;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

// region form
/** 作者能填的就是这四样。作者是谁、发布没有，表单里没有，请求里写了也没有地方放 */
public record PostForm(
        @Pattern(regexp = CleanText.SEEN, message = "写上标题") // @NotBlank 不拦零宽空格
        @Size(max = 120, message = "标题最多 120 个字") String title,
        @Pattern(regexp = CleanText.SEEN, message = "写上正文")
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
        return Arrays.stream(tags.split("[\\s\\p{Z},，、]+")).filter(tag -> !tag.isEmpty()).distinct().limit(8).toList();
    }

    /** Whether this is what the post says already, as it is when its author has clicked twice. */
    boolean isSavedAs(Post post) {
        return title.equals(post.title()) && body.equals(post.body())
                && Set.copyOf(tagList()).equals(Set.copyOf(post.tags()));
    }

    public static PostForm empty() {
        return new PostForm("", "", "", 0);
    }

    public static PostForm of(Post post) {
        return new PostForm(post.title(), post.body(), String.join(" ", post.tags()), post.version());
    }
}
