package com.example.order;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.web.client.support.RestClientHttpServiceGroupConfigurer;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

@Configuration(proxyBeanMethods = false)
class IdentityConfiguration {

    // region identity
    /** 把顾客的 Authorization 头带给目录服务；不在处理请求的线程里就不带。 */
    @Bean
    RestClientHttpServiceGroupConfigurer identity() {
        return groups -> groups.filterByName("catalog").forEachClient((group, client) ->
                client.requestInterceptor((request, body, execution) -> {
                    if (RequestContextHolder.getRequestAttributes()
                            instanceof ServletRequestAttributes current) {
                        String who = current.getRequest()
                                .getHeader(HttpHeaders.AUTHORIZATION);
                        if (who != null) {
                            request.getHeaders().set(HttpHeaders.AUTHORIZATION, who);
                        }
                    }
                    return execution.execute(request, body);
                }));
    }
    // endregion identity
}
