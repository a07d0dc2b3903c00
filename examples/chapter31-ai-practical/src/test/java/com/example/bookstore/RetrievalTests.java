package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.bookstore.RetrievalReport.Case;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.document.Document;
import org.springframework.ai.embedding.EmbeddingModel;
import org.springframework.ai.openai.OpenAiEmbeddingModel;
import org.springframework.ai.openai.OpenAiEmbeddingOptions;
import org.springframework.ai.vectorstore.SimpleVectorStore;
import org.springframework.ai.vectorstore.VectorStore;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.io.ClassPathResource;

@DisplayName("检索找得到吗：九十六个读者的问法")
class RetrievalTests extends StoreTest {

    @Autowired
    private EmbeddingModel embedding;

    private static List<Case> cases() throws IOException {
        return new ClassPathResource("evaluation/retrieval.tsv").getContentAsString(StandardCharsets.UTF_8).lines()
                .map(line -> line.split("\t")).map(cells -> new Case(cells[0], cells[1])).toList();
    }

    private VectorStore store(List<Document> documents) {
        SimpleVectorStore store = SimpleVectorStore.builder(embedding).build();
        store.add(documents);
        return store;
    }

    /** 改之前：正文切成一样长的几段，没有标题与出处。 */
    private static List<Document> fixedSize(List<Handbook.Section> sections, int size) {
        List<Document> documents = new ArrayList<>();
        for (Handbook.Section section : sections) {
            String text = section.text();
            for (int from = 0; from < text.length(); from += size) {
                String part = text.substring(from, Math.min(text.length(), from + size));
                documents.add(new Document(section.source() + "@" + from, part, Map.of()));
            }
        }
        return documents;
    }

    @Test
    @DisplayName("改之前与改之后：按节切，把标题与出处放进片段")
    void recall() throws IOException {
        List<Handbook.Section> sections = Handbook.sections("handbook");
        Map<String, VectorStore> variants = new java.util.LinkedHashMap<>();
        variants.put("每 200 字一段，只有正文", store(fixedSize(sections, 200)));
        variants.put("一节一段，只有正文", store(fixedSize(sections, 10_000)));
        variants.put("一节一段，带标题与出处（本章）", store(Handbook.documents(sections, "book")));
        Table table = new Table("怎样切", "recall@1", "recall@3", "recall@5");
        Map<String, RetrievalReport> reports = new java.util.LinkedHashMap<>();
        variants.forEach((name, store) -> {
            RetrievalReport report = RetrievalReport.of(store, casesUnchecked(), 5,
                    RetrievalTests::source);
            reports.put(name, report);
            table.row(name, percent(report.recallAt(1)), percent(report.recallAt(3)), percent(report.recallAt(5)));
        });
        Recording.check("recall.txt", table.toString());
        RetrievalReport last = reports.get("一节一段，带标题与出处（本章）");
        assertThat(last.recallAt(3)).isGreaterThan(reports.get("每 200 字一段，只有正文").recallAt(3) + 0.03);
        StringBuilder missed = new StringBuilder();
        last.missed().stream().limit(6).forEach(one -> missed.append(one.asked().question()).append("\n  应该是 ")
                .append(one.asked().source()).append("\n  排在第一的是 ").append(one.firstFound()).append('\n'));
        Recording.check("missed.txt", missed.toString());
    }

    private static String source(Document document) {
        return (String) document.getMetadata().getOrDefault(Handbook.SOURCE, document.getId().split("@")[0]);
    }

    private static List<Case> casesUnchecked() {
        try {
            return cases();
        }
        catch (IOException ex) {
            throw new java.io.UncheckedIOException(ex);
        }
    }

    private static String percent(double part) {
        return String.format(Locale.ROOT, "%.0f%%", part * 100);
    }

    @Test
    @DisplayName("题目的出处都在书里，没有写错的；片段的编号由出处算出，是 UUID，再存一次就是替换")
    void casesAreRight() throws IOException {
        List<String> sources = Handbook.sections("handbook").stream().map(Handbook.Section::source).toList();
        assertThat(cases()).hasSize(96).allSatisfy(one -> assertThat(sources).contains(one.source()));
        assertThat(ids()).hasSameSizeAs(sources).doesNotHaveDuplicates().allSatisfy(id -> assertThat(UUID.fromString(id)).hasToString(id))
                .isEqualTo(ids());
    }

    private static List<String> ids() {
        return Handbook.documents(Handbook.sections("handbook"), "book").stream().map(Document::getId).toList();
    }

    @Test
    @DisplayName("没有题目，得 0，不出错；都找得到，没有漏掉的；排在前面的几段同出一处，只算一个")
    void edges() {
        VectorStore store = store(List.of(new Document("连接池耗尽", Map.of(Handbook.SOURCE, "a"))));
        assertThat(RetrievalReport.of(store, List.of(), 3, document -> "a").recallAt(3)).isZero();
        RetrievalReport one = RetrievalReport.of(store, List.of(new Case("连接池", "a")), 3, document -> "a");
        assertThat(one.recallAt(1)).isEqualTo(1);
        assertThat(one.missed()).isEmpty();
        assertThatThrownBy(() -> one.recallAt(4)).hasMessage("k 是 1 到 3，不是 4");
        assertThatThrownBy(() -> one.recallAt(0)).hasMessage("k 是 1 到 3，不是 0");

        VectorStore cut = store(List.of(new Document("a@0", "连接池耗尽", Map.of()), new Document("a@1", "连接池耗尽了", Map.of()),
                new Document("a@2", "连接池耗尽怎么办", Map.of()), new Document("b@0", "连接池", Map.of()), new Document("c@0", "锁", Map.of())));
        RetrievalReport report = RetrievalReport.of(cut, List.of(new Case("连接池耗尽", "b")), 2, RetrievalTests::source);
        assertThat(report.recallAt(1)).isZero();
        assertThat(report.recallAt(2)).isEqualTo(1);
        assertThat(RetrievalReport.of(cut, List.of(new Case("连接池耗尽", "c")), 9, RetrievalTests::source).recallAt(3)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/none", ""})
    @DisplayName("服务没有嵌入的接口，或者地址没有写到 /v1：书存不进去，书店启动不了")
    void withoutEmbeddings(String path) {
        EmbeddingModel none = OpenAiEmbeddingModel.builder().options(OpenAiEmbeddingOptions.builder()
                .baseUrl(MODEL.baseUrl().replaceFirst("/v1$", path)).apiKey("test-key").model("none").maxRetries(0).build()).build();
        assertThatThrownBy(() -> new AssistantConfiguration().vectorStore(none)).hasMessage("书没有存进向量库：HTTP 404");
    }
}
