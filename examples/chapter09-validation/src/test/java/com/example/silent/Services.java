package com.example.silent;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.validation.annotation.Validated;

/** 方法上写了约束的服务，只有一部分真的校验。 */
@Configuration
class Services {

    // region services
    @Validated
    static class Clerk {

        String shelve(@NotBlank String title) {
            return "上架了";
        }

        String shelveAll(String title) {
            return shelve(title); // this.shelve，不经过代理
        }

        final String shelveFinal(@NotBlank String title) {
            return "上架了";
        }

        String draftWithoutValid(Draft draft) {
            return "上架了";
        }

        String draft(@Valid Draft draft) {
            return "上架了";
        }
    }

    // endregion services

    // region without-proxy
    static class PlainClerk {

        String shelve(@NotBlank String title) {
            return "上架了";
        }
    }

    static class MethodClerk {

        @Validated
        String shelve(@NotBlank String title) {
            return "上架了";
        }
    }
    // endregion without-proxy

    /** 参数上的 @Validated 不会让校验走进去。 */
    @Validated
    static class HintClerk {

        String draft(@Validated Draft draft) {
            return "上架了";
        }
    }

    @Bean
    HintClerk hintClerk() {
        return new HintClerk();
    }

    @Bean
    Clerk clerk() {
        return new Clerk();
    }

    @Bean
    PlainClerk plainClerk() {
        return new PlainClerk();
    }

    @Bean
    MethodClerk methodClerk() {
        return new MethodClerk();
    }
}
