package com.example.bookstore;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.restclient.autoconfigure.RestClientSsl;
import org.springframework.web.client.RestClient;

/** Asks the address of {@code --catalog}; with {@code --bundle}, by the certificates of that bundle. */
@SpringBootApplication
public class BookstoreApplication {

    public static void main(String[] args) {
        try (var context = SpringApplication.run(BookstoreApplication.class, args)) {
            RestClient.Builder builder = context.getBean(RestClient.Builder.class);
            String bundle = context.getEnvironment().getProperty("bundle");
            if (bundle != null) {
                builder.apply(context.getBean(RestClientSsl.class).fromBundle(bundle));
            }
            String catalog = context.getEnvironment().getRequiredProperty("catalog");
            System.out.println("catalog: " + builder.build().get().uri(catalog).retrieve().body(String.class));
        }
    }
}
