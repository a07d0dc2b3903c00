package com.example.bookstore;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.cache.annotation.CachingConfigurer;
import org.springframework.cache.interceptor.CacheErrorHandler;
import org.springframework.cache.interceptor.LoggingCacheErrorHandler;
import org.springframework.context.annotation.Configuration;

// region outage
/** 缓存出错时写一条日志，接着去查数据库，不把异常交给用户。 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty(name = "bookstore.cache.tolerant",
        matchIfMissing = true)
class CacheOutage implements CachingConfigurer {

    @Override
    public CacheErrorHandler errorHandler() {
        return new LoggingCacheErrorHandler(true); // true：连原因一起写
    }
}
// endregion outage
