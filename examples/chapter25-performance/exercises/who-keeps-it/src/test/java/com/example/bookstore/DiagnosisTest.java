package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

/** Looks at the patient's fields after a thousand visits, and compares. */
class DiagnosisTest {

    @Test
    void namesTheFieldThatKeepsThem() throws IllegalAccessException {
        for (int number = 1; number <= 1000; number++) {
            Storefront.visit(number);
        }
        List<String> keeping = new ArrayList<>();
        for (Field field : Storefront.class.getDeclaredFields()) {
            field.setAccessible(true);
            Object value = field.get(null);
            // A WeakHashMap only lists what somebody else still keeps.
            int size = value instanceof java.util.WeakHashMap<?, ?> ? 0
                    : value instanceof Map<?, ?> map ? map.size() : value instanceof Collection<?> all ? all.size() : 0;
            if (size >= 1000) {
                keeping.add("Storefront." + field.getName());
            }
        }
        assertThat(keeping).as("只有一个字段拿着它们").hasSize(1);
        // HeapPath prints the class with its package; the name of the field alone is an answer as well.
        String field = Diagnosis.field().replace(Storefront.class.getPackageName() + ".", "");
        field = field.contains(".") ? field : "Storefront." + field;
        assertThat(keeping.contains(field)).as("你写的是 " + Diagnosis.field() + "，变大的不是它").isTrue();
    }
}
