package com.example.bookstore.account;

import com.example.bookstore.BlogProperties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.stereotype.Component;

/** Someone has to log in first: made from the configuration, in an empty database only. */
@Component
class FirstEditor implements ApplicationRunner {

    private static final Logger log = LoggerFactory.getLogger(FirstEditor.class);

    private final Accounts accounts;
    private final BlogProperties blog;

    FirstEditor(Accounts accounts, BlogProperties blog) {
        this.accounts = accounts;
        this.blog = blog;
    }

    @Override
    public void run(ApplicationArguments arguments) {
        if (!accounts.none()) {
            return;
        }
        if (blog.firstEditor() == null) {
            log.warn("还没有任何账号，也没有配置 blog.first-editor：现在没有人能登录");
            return;
        }
        accounts.create(blog.firstEditor().username(), blog.firstEditor().username(),
                blog.firstEditor().password(), "EDITOR");
        log.info("建好了第一个编辑账号 {}", blog.firstEditor().username());
    }
}
