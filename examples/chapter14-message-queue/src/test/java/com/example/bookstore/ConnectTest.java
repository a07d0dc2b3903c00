package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.RunningProgram;
import com.example.book.Service;
import com.example.bookstore.shop.ShopApplication;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.AmqpAuthenticationException;
import org.springframework.amqp.AmqpConnectException;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

@RequiresService(Service.RABBITMQ)
@DisplayName("连不上的两种")
@WritesLog
class ConnectTest {

    @Test
    @DisplayName("没有人在那个端口上：AmqpConnectException")
    void refused() {
        CachingConnectionFactory connections =
                new CachingConnectionFactory("localhost", RunningProgram.freePort());
        Throwable error = catchThrowable(connections::createConnection);
        connections.destroy();
        assertThat(error).isInstanceOf(AmqpConnectException.class);
        Recording.check("connection-refused.txt", error.toString());
    }

    @Test
    @DisplayName("RabbitMQ 停着的时候下单：订单已经收下，顾客得到的是 500")
    void orderWithoutRabbit() throws Exception {
        try (ConfigurableApplicationContext shop = new SpringApplicationBuilder(ShopApplication.class)
                .run("--server.port=0", "--spring.rabbitmq.port=" + RunningProgram.freePort());
                HttpClient client = HttpClient.newHttpClient()) {
            URI orders = URI.create("http://localhost:%s/orders"
                    .formatted(shop.getEnvironment().getProperty("local.server.port")));
            HttpResponse<String> placed = client.send(HttpRequest.newBuilder(orders)
                    .header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString(
                            "{\"email\": \"lin@example.com\", \"book\": \"活着\", \"cents\": 4500}")).build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(placed.statusCode()).isEqualTo(500);
            assertThat(client.send(HttpRequest.newBuilder(orders).build(), HttpResponse.BodyHandlers.ofString()).body())
                    .contains("活着");
            RabbitTemplate rabbit = shop.getBean(RabbitTemplate.class);
            assertThatThrownBy(() -> rabbit.convertAndSend("chapter14.orders", "order.placed", "订单"))
                    .isInstanceOf(AmqpConnectException.class);
        }
    }

    @Test
    @DisplayName("密码不对：AmqpAuthenticationException，原因在 Caused by 里")
    void wrongPassword() {
        CachingConnectionFactory connections =
                new CachingConnectionFactory(Service.RABBITMQ.host(), Service.RABBITMQ.port());
        connections.setPassword("wrong");
        Throwable error = catchThrowable(connections::createConnection);
        connections.destroy();
        assertThat(error).isInstanceOf(AmqpAuthenticationException.class);
        Recording.check("access-refused.txt", error.getCause().getMessage().split("\\. For details")[0]);
    }
}
