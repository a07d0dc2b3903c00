package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.RunningProgram;
import com.example.book.Service;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.AmqpAuthenticationException;
import org.springframework.amqp.AmqpConnectException;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;

@RequiresService(Service.RABBITMQ)
@DisplayName("连不上的两种")
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
