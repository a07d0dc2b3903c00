package com.example.bookstore;

import java.util.LinkedHashMap;
import java.util.Map;

import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.core.KafkaOperations;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.core.ProducerFactory;
import org.springframework.kafka.listener.DeadLetterPublishingRecoverer;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.util.backoff.FixedBackOff;

// region dead
@Configuration(proxyBeanMethods = false)
public class DeadLetters {

    // 改了设置就另有生产者，做成 Bean 才有人关；不是候选，不挤掉 Boot 的那个
    @Bean(defaultCandidate = false)
    KafkaTemplate<Object, Object> bytesTemplate(
            ProducerFactory<Object, Object> producers) {
        return new KafkaTemplate<>(producers, Map.of(
                ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class));
    }

    @Bean
    DefaultErrorHandler errorHandler(ProducerFactory<Object, Object> producers,
            @Qualifier("bytesTemplate") KafkaTemplate<Object, Object> bytes) {
        Map<Class<?>, KafkaOperations<?, ?>> templates = new LinkedHashMap<>();
        // 读不懂的消息是一串字节，原样放进死信主题
        templates.put(byte[].class, bytes);
        templates.put(Object.class, new KafkaTemplate<>(producers));
        // 隔 200 毫秒再试两次，还不行就进死信主题
        return new DefaultErrorHandler(
                new DeadLetterPublishingRecoverer(templates), new FixedBackOff(200, 2));
    }
}
// endregion dead
