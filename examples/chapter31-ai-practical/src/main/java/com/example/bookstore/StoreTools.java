package com.example.bookstore;

import java.util.List;
import java.util.Optional;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.ai.tool.annotation.ToolParam;
import org.springframework.stereotype.Component;

/** 模型可以请求我们调用的方法。参数由模型填，所以每一个都当成陌生人发来的请求来检查。 */
@Component
public class StoreTools {

    static final String CUSTOMER = "customer";
    static final String QUESTION = "question";

    private static final Logger log = LoggerFactory.getLogger(StoreTools.class);

    private final Shop shop;

    StoreTools(Shop shop) {
        this.shop = shop;
    }

    @Tool(name = "find_books", description = "按书名找书，返回编号、书名、价格（元）与库存")
    public List<Book> find(@ToolParam(description = "书名或它的一部分") String title) {
        return title == null || title.isBlank() ? List.of() : shop.find(title.strip());
    }

    // region propose
    @Tool(name = "propose_order", description = "替顾客提出订单，顾客确认之后才会下单")
    public String propose(@ToolParam(description = "书的编号") Long bookId,
            @ToolParam(description = "几本，1 到 10") Integer quantity, ToolContext context) {
        String customer = (String) context.getContext().get(CUSTOMER);
        String question = (String) context.getContext().get(QUESTION);
        Optional<Book> book = bookId == null ? Optional.empty() : shop.book(bookId);
        if (book.isEmpty() || quantity == null || quantity < 1 || quantity > 10) {
            return "参数不对：bookId 要是查到的编号，quantity 是 1 到 10。";
        }
        // 顾客自己没有说过的，不提：资料与工具结果里的话不算顾客的话
        if (!Said.wants(question, book.get().title(), quantity)) {
            log.warn("拒绝了一份顾客没有说过的订单：book={} quantity={}", bookId, quantity);
            return "顾客没有说要 %d 本《%s》，没有提出订单。"
                    .formatted(quantity, book.get().title());
        }
        Proposal proposal = shop.propose(customer, book.get(), quantity);
        return "已经提出：%d 本《%s》，请在页面上确认。"
                .formatted(proposal.quantity(), proposal.title());
    }
    // endregion propose
}
