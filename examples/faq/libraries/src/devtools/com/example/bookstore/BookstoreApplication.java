package com.example.bookstore;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.core.serializer.DefaultDeserializer;
import org.springframework.core.serializer.DefaultSerializer;

@SpringBootApplication
public class BookstoreApplication {

    /** Reads a book from bytes, as a cache does. */
    public static void main(String[] args) throws Exception {
        try (var context = SpringApplication.run(BookstoreApplication.class, args)) {
            byte[] cached = new DefaultSerializer().serializeToByteArray(new Book("活着"));
            DefaultDeserializer deserializer = context.getEnvironment().containsProperty("mended")
                    ? new DefaultDeserializer(context.getClassLoader()) : new DefaultDeserializer();
            Book book = (Book) deserializer.deserializeFromByteArray(cached);
            System.out.println("book: " + book.title());
        }
    }
}
