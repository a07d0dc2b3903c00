package com.example.bookstore.catalog;

import com.example.book.Recording;
import com.example.book.Table;

import java.math.BigDecimal;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

@DisplayName("JSON Merge Patch")
class MergePatchTests {

    private final JsonMapper mapper = JsonMapper.builder().build();

    /** RFC 7396 附录 A：原文、补丁、结果。 */
    private static final String[][] VECTORS = {
        {"{\"a\":\"b\"}", "{\"a\":\"c\"}", "{\"a\":\"c\"}"},
        {"{\"a\":\"b\"}", "{\"b\":\"c\"}", "{\"a\":\"b\",\"b\":\"c\"}"},
        {"{\"a\":\"b\"}", "{\"a\":null}", "{}"},
        {"{\"a\":\"b\",\"b\":\"c\"}", "{\"a\":null}", "{\"b\":\"c\"}"},
        {"{\"a\":[\"b\"]}", "{\"a\":\"c\"}", "{\"a\":\"c\"}"},
        {"{\"a\":\"c\"}", "{\"a\":[\"b\"]}", "{\"a\":[\"b\"]}"},
        {"{\"a\":{\"b\":\"c\"}}", "{\"a\":{\"b\":\"d\",\"c\":null}}", "{\"a\":{\"b\":\"d\"}}"},
        {"{\"a\":[{\"b\":\"c\"}]}", "{\"a\":[1]}", "{\"a\":[1]}"},
        {"[\"a\",\"b\"]", "[\"c\",\"d\"]", "[\"c\",\"d\"]"},
        {"{\"a\":\"b\"}", "[\"c\"]", "[\"c\"]"},
        {"{\"a\":\"foo\"}", "null", "null"},
        {"{\"a\":\"foo\"}", "\"bar\"", "\"bar\""},
        {"{\"e\":null}", "{\"a\":1}", "{\"e\":null,\"a\":1}"},
        {"[1,2]", "{\"a\":\"b\",\"c\":null}", "{\"a\":\"b\"}"},
        {"{}", "{\"a\":{\"bb\":{\"ccc\":null}}}", "{\"a\":{\"bb\":{}}}"},
    };

    @Test
    @DisplayName("通过 RFC 7396 附录 A 的全部 15 组")
    void vectors() {
        MergePatch patch = new MergePatch(mapper);
        Table table = new Table("原文", "补丁", "结果");
        for (String[] vector : VECTORS) {
            var result = patch.merge(mapper.readTree(vector[0]), mapper.readTree(vector[1]));
            assertThat(result).isEqualTo(mapper.readTree(vector[2]));
            table.row(vector[0], vector[1], result);
        }
        assertThat(VECTORS).hasNumberOfRows(15);
        Recording.check("merge-patch.txt", table.toString());
    }

    record Priced(BigDecimal price) {
    }

    @Test
    @DisplayName("补丁经过 JsonNode：默认按 double 读，价格变了样")
    void decimal() {
        JsonMapper exact = JsonMapper.builder()
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .build();
        Table table = new Table("补丁里的 price", "默认", "按 BigDecimal 读");
        for (String price : new String[] {"129.00", "12345678901234567.89"}) {
            table.row(price, patched(mapper, price), patched(exact, price));
            assertThat(patched(mapper, price)).isNotEqualTo(price);
            assertThat(patched(exact, price)).isEqualTo(price);
        }
        Recording.check("merge-patch-decimal.txt", table.toString());
    }

    private static String patched(JsonMapper mapper, String price) {
        return new MergePatch(mapper).apply(mapper.readTree("{\"price\":" + price + "}"),
                new Priced(BigDecimal.ONE)).price().toPlainString();
    }
}
