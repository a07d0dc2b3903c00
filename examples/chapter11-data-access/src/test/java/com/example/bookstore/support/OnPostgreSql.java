package com.example.bookstore.support;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import com.example.book.RequiresService;
import com.example.book.Service;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.ContextConfiguration;

/** The whole application on a fresh PostgreSQL database, with its statements recorded. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@RequiresService(Service.POSTGRESQL)
@ActiveProfiles("postgresql")
@SpringBootTest
@ContextConfiguration(initializers = TestDatabase.class)
@Import(SqlLog.class)
public @interface OnPostgreSql {
}
