package com.example.bookstore;

import java.io.IOException;
import java.math.BigDecimal;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import org.springframework.boot.jackson.JsonComponent;

/** 价格写成字符串，免得 JavaScript 丢掉小数。 */
@JsonComponent
public class PriceSerializer extends JsonSerializer<BigDecimal> {

    @Override
    public void serialize(BigDecimal price, JsonGenerator json, SerializerProvider provider) throws IOException {
        json.writeString(price.toPlainString());
    }
}
