package com.example.bookstore.payment;

import java.math.BigDecimal;
import java.net.URI;
import java.util.List;
import java.util.Map;

import com.example.bookstore.platform.BookstoreProperties;
import com.example.bookstore.platform.Checkpoint;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;

/** 书店怎样调用支付方。 */
@Component
public class ProviderClient {

    /** 支付方账单上的一行。 */
    public record Entry(String payment, long order, BigDecimal amount, boolean refunded) {
    }

    private record Charge(URI url) {
    }

    private final RestClient client;
    private final BookstoreProperties properties;
    private final Checkpoint checkpoint;

    ProviderClient(RestClient.Builder builder, BookstoreProperties properties, Checkpoint checkpoint) {
        this.client = builder.baseUrl(properties.provider().url().toString()).build();
        this.properties = properties;
        this.checkpoint = checkpoint;
    }

    /** 为订单开一张付款单，返回付款的页面。同一张订单再开，得到的是同一张。 */
    public URI charge(long order, BigDecimal amount) {
        Charge charge = client.post().uri("/charges").body(Map.of("order", order, "amount", amount,
                "callback", properties.baseUrl() + "/payments/callback",
                "back", properties.baseUrl() + "/orders/" + order)).retrieve().body(Charge.class);
        checkpoint.reached("pay.after-charge");
        if (charge == null || charge.url() == null) {
            throw new RestClientException("支付方的响应里没有付款的页面");
        }
        return charge.url();
    }

    /** 同一笔退几次，都只退一次：编号是支付方认得的。 */
    void refund(String payment) {
        client.post().uri("/refunds").body(Map.of("payment", payment)).retrieve().toBodilessEntity();
    }

    public List<Entry> statement() {
        return client.get().uri("/statement").retrieve().body(new ParameterizedTypeReference<List<Entry>>() {
        });
    }
}
