package com.example.pitfalls;

import org.springframework.ai.chat.model.ChatModel;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** Asks once for each group of settings; compiled and run on both versions. */
final class AskOnce {

    @EnableAutoConfiguration
    @Configuration(proxyBeanMethods = false)
    static class Application {
    }

    private AskOnce() {
    }

    /** @param groups one group an argument, its settings separated by a space */
    public static void main(String[] groups) {
        for (String group : groups) {
            String problem = "none";
            try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
                    .web(WebApplicationType.NONE).run(group.split(" "))) {
                context.getBean(ChatModel.class).call("hello");
            }
            catch (RuntimeException ex) {
                Throwable root = ex;
                while (root.getCause() != null) {
                    root = root.getCause();
                }
                problem = root.getClass().getSimpleName() + " " + root.getMessage();
            }
            System.out.println("\nasked: " + problem);
        }
    }
}
