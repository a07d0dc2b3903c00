package com.example.bookstore;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** 只在 ordering 的测试里用的启动类，不会打进 jar。 */
@SpringBootApplication
class OrderingTestApplication {
}
