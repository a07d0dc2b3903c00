package com.example.book;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JsonIndenterTest {

    @Test
    void valuesOrderAndNumberFormatsStay() {
        assertThat(JsonIndenter.indent("{\"b\":1.50,\"a\":[],\"c\":{\"d\":\"x, {y}: \\\"z\\\"\"},\"e\":[1,2]}"))
                .isEqualTo("""
                        {
                          "b": 1.50,
                          "a": [],
                          "c": {
                            "d": "x, {y}: \\"z\\""
                          },
                          "e": [
                            1,
                            2
                          ]
                        }""");
    }
}
