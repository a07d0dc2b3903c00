package com.example.bookstore;

import java.util.Map;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * 助手的上限与开关。
 *
 * @param dailyTokens 一位顾客一天用多少 token
 * @param answerTokens 模型的一次回答最多多少 token，提问之外再预留这么多
 * @param maxQuestion 一个问题最多几个字
 * @param notes 读者写的批注要不要参加检索
 * @param users 登录名与密码，写在 demo 这个 profile 里，只给示例用
 */
@ConfigurationProperties("store")
public record StoreProperties(@DefaultValue("20000") long dailyTokens, @DefaultValue("2000") long answerTokens,
        @DefaultValue("500") int maxQuestion, @DefaultValue("false") boolean notes,
        @DefaultValue Map<String, String> users) {
}
