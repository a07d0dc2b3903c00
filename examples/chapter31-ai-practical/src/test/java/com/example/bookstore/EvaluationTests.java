package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import com.example.book.Recording;
import com.example.book.Table;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ClassPathResource;

@DisplayName("考一遍助手：十二道题，答案里要有什么，要调用哪些工具")
class EvaluationTests extends StoreTest {

    private static List<String[]> lines(String file) throws IOException {
        return new ClassPathResource("evaluation/" + file).getContentAsString(StandardCharsets.UTF_8).lines()
                .map(line -> line.split("\t")).toList();
    }

    @Test
    @DisplayName("每道题：答案、工具、花了多少 token")
    void behaviours() throws IOException {
        Table table = new Table("问题", "通过", "问模型", "token");
        List<String> failed = new ArrayList<>();
        for (String[] one : lines("answers.tsv")) {
            MODEL.forget();
            memory.clear("li");
            String answer = answer(one[0]);
            List<String> expected = one[2].equals("-") ? List.of() : List.of(one[2].split(","));
            boolean passed = answer.contains(one[1]) && calledTools().equals(expected);
            table.row(one[0], passed ? "是" : "否", MODEL.chats().size(), MODEL.billed());
            if (!passed) {
                failed.add(one[0] + " → " + answer + " " + calledTools());
            }
        }
        Recording.check("evaluation.txt", table.toString());
        assertThat(failed).isEmpty();
    }

    @Test
    @DisplayName("九十六个读者的问法：找到那一节的，与回答里引对出处的")
    void citations() throws IOException {
        int found = 0;
        int cited = 0;
        int silent = 0;
        List<String[]> cases = lines("retrieval.tsv");
        for (String[] one : cases) {
            MODEL.forget();
            memory.clear("li");
            String answer = answer(one[0]);
            found += MODEL.chats().getFirst().toString().contains("〔" + one[1] + "〕") ? 1 : 0;
            cited += answer.endsWith("（出处：" + one[1] + "）") ? 1 : 0;
            silent += answer.equals("书里没有找到答案。") ? 1 : 0;
        }
        Recording.check("citations.txt", new Table("一共", "资料里有那一节", "引对了出处", "说没有找到", "引错了")
                .row(cases.size(), found, cited, silent, cases.size() - cited - silent).toString());
        assertThat(cited).isLessThan(found);
    }
}
