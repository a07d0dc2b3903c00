package com.example.bookstore;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Tells which pod answers, and with which settings. */
@RestController
class AboutController {

    // region about
    record About(String version, String pod, String greeting, String paymentKey) {
    }

    private final StoreSettings settings;

    AboutController(StoreSettings settings) {
        this.settings = settings;
    }

    @GetMapping("/about")
    About about() {
        // 密钥本身不能给人看，只给指纹：指纹变了，密钥就换过了
        return new About(settings.version(), settings.pod(), settings.greeting(),
                settings.paymentKeyFingerprint());
    }
    // endregion about
}
