package com.example.bookstore;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The accountant's export, which takes its time. */
@RestController
class ExportController {

    private static final Logger LOG = LoggerFactory.getLogger(ExportController.class);

    private final StoreSettings settings;

    ExportController(StoreSettings settings) {
        this.settings = settings;
    }

    @GetMapping("/export")
    String export() throws InterruptedException {
        LOG.info("开始导出");
        Thread.sleep(settings.exportTime());
        return "导出完成";
    }
}
