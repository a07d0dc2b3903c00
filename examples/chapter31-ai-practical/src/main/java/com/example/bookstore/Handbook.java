package com.example.bookstore;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import org.springframework.ai.document.Document;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/** 书店卖的这本书，一节一个片段。每个片段记着出处，以及它是书还是读者的批注。 */
final class Handbook {

    static final String TRUST = "trust";
    static final String SOURCE = "source";

    private Handbook() {
    }

    /** 一节：出处、标题、正文。 */
    record Section(String source, String title, String text) {
    }

    static List<Section> sections(String folder) {
        try {
            List<Section> sections = new ArrayList<>();
            for (Resource file : new PathMatchingResourcePatternResolver().getResources("classpath:" + folder + "/*.md")) {
                String page = file.getFilename().replace(".md", "");
                String[] parts = file.getContentAsString(StandardCharsets.UTF_8).split("(?m)^## ");
                String chapter = parts[0].replace("#", "").strip();
                for (int i = 1; i < parts.length; i++) {
                    String head = parts[i].lines().findFirst().orElseThrow();
                    int space = head.indexOf(' ');
                    sections.add(new Section(page + "#" + head.substring(0, space),
                            chapter + "：" + head.substring(space + 1), parts[i].substring(head.length()).strip()));
                }
            }
            return sections;
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    // region documents
    /** 编号由出处算出，再存一次就是替换；出处与标题放进片段，问的人多半用那里面的词。 */
    static List<Document> documents(List<Section> sections, String trust) {
        return sections.stream().map(section -> new Document(id(section.source()),
                "〔%s〕%s\n%s".formatted(section.source(), section.title(), section.text()),
                Map.of(SOURCE, section.source(), TRUST, trust))).toList();
    }
    // endregion documents

    /** 有的向量库只收 UUID，比如 pgvector 的默认设置。 */
    private static String id(String source) {
        return UUID.nameUUIDFromBytes(source.getBytes(StandardCharsets.UTF_8)).toString();
    }
}
