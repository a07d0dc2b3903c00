package com.example.bookstore;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import com.example.book.RequiresService;
import com.example.book.Service;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.ContextConfiguration;

/** The whole blog on a real port and a real database: one context for all classes that carry this. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@RequiresService(Service.POSTGRESQL)
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@ContextConfiguration(initializers = TestBlog.Initializer.class)
@Import({TestBlog.class, Statements.class, Fixture.class, com.example.pitfalls.Naive.class,
    com.example.pitfalls.LateAdvice.class})
public @interface BlogTest {
}
