package com.example.bookstore;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

import org.springframework.ai.document.Document;
import org.springframework.ai.vectorstore.SearchRequest;
import org.springframework.ai.vectorstore.VectorStore;

/**
 * 一份题目（问法，应该找到的出处），问一遍向量库，说出前 k 个里找到了几成，哪几题没有找到、找到的是什么。
 * 只用到 {@link VectorStore}，可以整个文件复制走。
 */
public final class RetrievalReport {

    /** 一道题。 */
    public record Case(String question, String source) {
    }

    /** 没找到的一题，以及排在第一的是什么。 */
    public record Missed(Case asked, String firstFound) {
    }

    private final List<List<String>> found = new ArrayList<>();
    private final List<Case> cases;
    private final int topK;

    private RetrievalReport(List<Case> cases, int topK) {
        this.cases = cases;
        this.topK = topK;
    }

    /** @param source 从片段里读出它的出处 */
    public static RetrievalReport of(VectorStore store, List<Case> cases, int topK,
            Function<Document, String> source) {
        RetrievalReport report = new RetrievalReport(List.copyOf(cases), topK);
        for (Case one : report.cases) {
            report.found.add(sources(store, one.question(), topK, source));
        }
        return report;
    }

    /** 一个出处的几段只算一个：出处不够 topK 个就多取一倍的段，直到够了，或者库里没有了。 */
    private static List<String> sources(VectorStore store, String question, int topK,
            Function<Document, String> source) {
        for (int passages = topK;; passages *= 2) {
            List<Document> found = store.similaritySearch(SearchRequest.builder()
                    .query(question).topK(passages).similarityThresholdAll().build());
            List<String> sources = found.stream().map(source).distinct().limit(topK).toList();
            if (sources.size() == topK || found.size() < passages) {
                return sources;
            }
        }
    }

    /** 应该找到的出处排在前 k 个里的题，占几成；k 不能大于取回的 topK。 */
    public double recallAt(int k) {
        if (k < 1 || k > topK) {
            throw new IllegalArgumentException("k 是 1 到 " + topK + "，不是 " + k);
        }
        long hits = 0;
        for (int i = 0; i < cases.size(); i++) {
            if (found.get(i).stream().limit(k).toList().contains(cases.get(i).source())) {
                hits++;
            }
        }
        return cases.isEmpty() ? 0 : (double) hits / cases.size();
    }

    public List<Missed> missed() {
        List<Missed> missed = new ArrayList<>();
        for (int i = 0; i < cases.size(); i++) {
            if (!found.get(i).contains(cases.get(i).source())) {
                missed.add(new Missed(cases.get(i),
                        found.get(i).isEmpty() ? "（没有）" : found.get(i).getFirst()));
            }
        }
        return missed;
    }
}
