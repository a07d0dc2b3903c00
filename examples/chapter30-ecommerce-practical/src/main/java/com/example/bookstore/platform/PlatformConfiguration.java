package com.example.bookstore.platform;

import java.time.Clock;

import org.springframework.amqp.core.Declarables;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.core.QueueBuilder;
import org.springframework.amqp.rabbit.config.ContainerCustomizer;
import org.springframework.amqp.rabbit.listener.SimpleMessageListenerContainer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;

@Configuration(proxyBeanMethods = false)
class PlatformConfiguration {

    private static final long RECOVERY_MILLIS = 500;

    @Bean
    @Fallback
    Checkpoint noCheckpoint() {
        return step -> { };
    }

    @Bean
    @Fallback
    Clock clock() {
        return Clock.systemDefaultZone();
    }

    @Bean
    Declarables queues(BookstoreProperties properties) {
        String dead = properties.brokerPrefix() + "dead";
        return new Declarables(new Queue(dead), queue(properties, Topics.ORDER_PAID, dead),
                queue(properties, Topics.PAYMENT_REFUND, dead));
    }

    private static Queue queue(BookstoreProperties properties, String topic, String dead) {
        return QueueBuilder.durable(properties.brokerPrefix() + topic)
                .deadLetterExchange("").deadLetterRoutingKey(dead).build();
    }

    /** 断线之后半秒重连一次，默认是五秒；握手到一半断了，也接着连。 */
    @Bean
    ContainerCustomizer<SimpleMessageListenerContainer> recovery() {
        return container -> {
            container.setRecoveryInterval(RECOVERY_MILLIS);
            container.setPossibleAuthenticationFailureFatal(false);
        };
    }
}
