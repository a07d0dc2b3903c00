package com.example.bookstore.orders;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClient;

/** 仓库在另一个服务里。 */
@Component
public class Warehouse {

    private final RestClient client;

    // 用自动配置好的 Builder，追踪与指标才接得上
    Warehouse(RestClient.Builder builder, @Value("${bookstore.warehouse-url}") String url) {
        this.client = builder.baseUrl(url).build();
    }

    // region reserve
    /** 留出几本；库存不够返回 false。 */
    public boolean reserve(String isbn, int copies) {
        try {
            client.put().uri("/books/{isbn}/reservations?copies={copies}", isbn, copies)
                    .retrieve().toBodilessEntity();
            return true;
        }
        catch (HttpClientErrorException.Conflict ex) {
            return false;
        }
    }
    // endregion reserve

    /** 仓库能不能回答；连不上、回答得太慢或者说自己不行，都抛出异常。 */
    public void ping() {
        client.get().uri("/ping").retrieve().toBodilessEntity();
    }
}
