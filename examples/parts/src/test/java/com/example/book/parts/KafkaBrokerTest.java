package com.example.book.parts;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Kafka：真的收发消息，被杀之后消息还在")
class KafkaBrokerTest {

    @Test
    @DisplayName("kill -9 之后在原来的端口重新启动，之前收下的消息照样读得到")
    void keepsRecords() throws Exception {
        try (KafkaBroker broker = KafkaBroker.start()) {
            send(broker, "first");
            int port = broker.port();
            broker.kill();
            broker.restart();
            assertThat(broker.port()).isEqualTo(port);
            send(broker, "second");
            assertThat(receive(broker, 2)).containsExactly("first", "second");
        }
    }

    @Test
    @DisplayName("集群的编号以减号开头，也启动得了：随机的编号，六十四个里有一个是这样")
    void idThatLooksLikeAnOption() throws Exception {
        try (KafkaBroker broker = KafkaBroker.start("-AAAAAAAAAAAAAAAAAAAAQ")) {
            send(broker, "only");
            assertThat(receive(broker, 1)).containsExactly("only");
        }
    }

    private static void send(KafkaBroker broker, String value) throws Exception {
        Map<String, Object> settings = Map.of("bootstrap.servers", broker.bootstrapServers(), "acks", "all");
        try (var producer = new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            producer.send(new ProducerRecord<>("orders", value)).get();
        }
    }

    private static List<String> receive(KafkaBroker broker, int count) {
        Map<String, Object> settings = Map.of("bootstrap.servers", broker.bootstrapServers(),
                "group.id", "test", "auto.offset.reset", "earliest");
        List<String> values = new ArrayList<>();
        try (var consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            consumer.subscribe(List.of("orders"));
            long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
            while (values.size() < count && System.nanoTime() < end) {
                for (ConsumerRecord<String, String> received : consumer.poll(Duration.ofMillis(200))) {
                    values.add(received.value());
                }
            }
        }
        return values;
    }
}
