package com.example.bookstore.orders;

import java.util.Arrays;
import java.util.List;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;

/** “买了这本书的人还买了”。推荐服务坏了，就给畅销书，但不悄悄地给。 */
class Recommendations {

    private static final Logger log = LoggerFactory.getLogger(Recommendations.class);
    private static final List<String> BESTSELLERS = List.of("111", "222");

    private final RestClient client;
    private final Counter fallbacks;

    Recommendations(RestClient client, MeterRegistry meters) {
        this.client = client;
        this.fallbacks = meters.counter("bookstore.fallback", "of", "recommendations");
    }

    /** @param fallback 是不是退路给的，页面可以不同，监控看得见 */
    record Shelf(List<String> isbns, boolean fallback) {
    }

    // region fallback
    Shelf alsoBought(String isbn) {
        try {
            String[] isbns = client.get().uri("/also/{isbn}", isbn).retrieve()
                    .body(String[].class);
            if (isbns == null) {
                throw new RestClientException("推荐服务的响应是空的");
            }
            return new Shelf(Arrays.asList(isbns), false);
        }
        catch (RestClientException | InvalidMediaTypeException ex) { // 后者是响应头写错
            fallbacks.increment();                                  // 监控数它
            log.warn("推荐服务没有给出结果，用畅销书代替：{}", ex.toString());
            return new Shelf(BESTSELLERS, true);                    // 调用方看得出来
        }
    }
    // endregion fallback
}
