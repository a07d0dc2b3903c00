package com.example.bookstore;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.data.redis.core.StringRedisTemplate;

@SpringBootApplication
public class BookstoreApplication {

    public static void main(String[] args) {
        try (var context = SpringApplication.run(BookstoreApplication.class, args)) {
            StringRedisTemplate redis = context.getBean(StringRedisTemplate.class);
            String key = "faq-library-errors";
            redis.opsForValue().set(key, "活着");
            try {
                if (context.getEnvironment().containsProperty("as-hash")) {
                    redis.opsForHash().put(key, "title", "活着");
                }
                System.out.println("value: " + redis.opsForValue().get(key));
            }
            finally {
                redis.delete(key);
            }
        }
    }
}
