package com.example.bookstore.post;

import org.springframework.cache.annotation.Cacheable;
import org.springframework.stereotype.Component;

/** Rendering costs more than reading the row; the same version is rendered once. */
@Component
public class Rendered {

    private final Markdown markdown;

    Rendered(Markdown markdown) {
        this.markdown = markdown;
    }

    // region cached
    /** 键里有版本：改过的文章是另一个键，旧的没有人再要，不用清除 */
    @Cacheable(cacheNames = "html", key = "{#post.id(), #post.version()}")
    public String html(Post post) {
        return markdown.html(post.body());
    }
    // endregion cached
}
