package com.example.pitfalls;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration(exclude = DataSourceAutoConfiguration.class)
@Import(WorkApplication.Work.class)
class WorkApplication {

    @RestController
    static class Work {

        // region work
        @GetMapping("/wait")
        String waiting() throws InterruptedException {
            // 等数据库、等别的服务
            Thread.sleep(40);
            return "ok";
        }

        @GetMapping("/compute")
        String computing() {
            long sum = 0;
            for (int i = 0; i < 1_500_000; i++) {
                sum += Long.numberOfTrailingZeros(sum * 31 + i);
            }
            return Long.toString(sum);
        }
        // endregion work
    }
}
