package com.example.specimen;

import io.micrometer.core.instrument.config.MeterFilter;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A counter by book may not grow without end. */
@Configuration(proxyBeanMethods = false)
public class FewBooks {

    // region cap
    /** 按书号数“看过几次”，最多记 50 本，第 51 本起不再记。 */
    @Bean
    MeterFilter fiftyBooks() {
        return MeterFilter.maximumAllowableTags(
                "bookstore.views", "isbn", 50, MeterFilter.deny());
    }
    // endregion cap
}
