package com.example.bookstore.comment;

import com.example.bookstore.CleanText;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;

/** What a reader fills in. */
public record CommentForm(
        @Pattern(regexp = CleanText.SEEN, message = "写上称呼") @Size(max = 30, message = "称呼最多 30 个字") String name,
        @Pattern(regexp = CleanText.SEEN, message = "写点什么") @Size(max = 1000, message = "评论最多 1000 个字") String body) {

    public CommentForm {
        name = CleanText.of(name).strip();
        body = CleanText.of(body).strip();
    }
}
