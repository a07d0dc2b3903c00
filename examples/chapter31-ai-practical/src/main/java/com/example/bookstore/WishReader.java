package com.example.bookstore;

import java.math.BigDecimal;
import java.util.Optional;

import com.openai.errors.OpenAIException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Service;
import tools.jackson.core.JacksonException;

/** 让模型把一句话变成 {@link Wish}；变不成就是空；服务出错才抛异常。 */
@Service
public class WishReader {

    private static final Logger log = LoggerFactory.getLogger(WishReader.class);

    private static final BigDecimal LEAST = new BigDecimal("0.01");
    private static final BigDecimal MOST = BigDecimal.valueOf(1_000_000);

    private final ChatClient client;

    private final Budget budget;

    WishReader(@Qualifier("plainClient") ChatClient client, Budget budget) {
        this.client = client;
        this.budget = budget;
    }

    // region read
    public Optional<Wish> read(String customer, String typed) {
        for (int attempt = 1; attempt <= 2; attempt++) {
            try {
                Wish wish = client.prompt().user(Redactor.mask(typed))
                        .advisors(new BudgetAdvisor(budget, customer))
                        .call().entity(Wish.class);
                // 是 JSON，不等于合格：每个字段还要自己检查
                if (wish != null && wish.topic() != null && !wish.topic().isBlank()
                        && isBudget(wish.maxYuan())) {
                    return Optional.of(wish);
                }
            }
            catch (JacksonException notJson) {
                log.warn("第 {} 次的回答不是要的 JSON", attempt);
            }
            // 后一种：模型请求调用工具，这里一个工具也没有给它
            catch (OpenAIException | IllegalStateException failed) {
                log.warn("没有问成：{}", Assistant.shown(failed));
                // 不是“没有听懂”，让顾客换个说法没有用
                throw new UnavailableException();
            }
        }
        return Optional.empty();
    }

    /** 没有预算，或者一分到一百万元：模型也写得出 -5、1e2147483647。 */
    private static boolean isBudget(@Nullable BigDecimal yuan) {
        return yuan == null || yuan.compareTo(LEAST) >= 0 && yuan.compareTo(MOST) <= 0;
    }
    // endregion read

    public static final class UnavailableException extends RuntimeException {
        UnavailableException() {
            super("助手现在不能回答，请稍后再试。");
        }
    }
}
