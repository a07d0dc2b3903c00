package com.example.bookstore;

import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.stereotype.Component;

/** Loads the search index once the web server is there: alive, but not ready yet. */
// region index
@Component
class SearchIndex implements ApplicationRunner {

    private final StoreSettings settings;

    SearchIndex(StoreSettings settings) {
        this.settings = settings;
    }

    @Override
    public void run(ApplicationArguments arguments) throws InterruptedException {
        // 书店还小，用等待代替真正的加载；加载多久由配置决定
        Thread.sleep(settings.indexTime());
    }
}
// endregion index
