package com.example.bookstore;

import java.math.BigDecimal;

import org.springframework.boot.jackson.JacksonComponent;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;

// region price
/** 价格写成字符串，免得 JavaScript 丢掉小数。 */
@JacksonComponent
public class PriceSerializer extends ValueSerializer<BigDecimal> {

    @Override
    public void serialize(BigDecimal price, JsonGenerator json,
            SerializationContext context) {
        json.writeString(price.toPlainString());
    }
}
// endregion price
