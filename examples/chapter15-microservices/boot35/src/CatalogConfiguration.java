package com.example.order;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.support.RestClientAdapter;
import org.springframework.web.service.invoker.HttpServiceProxyFactory;

// region boot35
@Configuration
class CatalogConfiguration {

    @Bean
    CatalogClient catalog(RestClient.Builder builder,
            @Value("${catalog.url}") String url) {
        return HttpServiceProxyFactory
                .builderFor(RestClientAdapter.create(builder.baseUrl(url).build()))
                .build().createClient(CatalogClient.class);
    }
}
// endregion boot35
