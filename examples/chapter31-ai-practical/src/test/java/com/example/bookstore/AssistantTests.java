package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

import com.example.book.Recording;
import com.example.bookstore.Assistant.Piece;
import com.example.bookstore.Shop.Confirmed;
import com.example.standin.Reply;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.messages.Message;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import tools.jackson.databind.JsonNode;

@DisplayName("助手：书的内容、价格、订单、记忆")
class AssistantTests extends StoreTest {

    @Autowired
    @Qualifier("plainClient")
    private ChatClient plain;
    @Autowired
    private WishReader wishes;
    @Autowired
    private Budget budget;

    @Test
    @DisplayName("最简单的一问一答")
    void simplest() {
        String answer = plain.prompt().user("我叫小李").call().content();
        assertThat(answer).isEqualTo("好的，小李，我记住了。");
    }

    @Test
    @DisplayName("书的内容：检索到的三节放进提问，回答带着出处")
    void book() {
        String answer = answer("绕过缓存直接改了数据库，旧价一直在，怎么办");
        assertThat(answer).startsWith("书里这样写：").contains("出处：chapter");
        Recording.check("answer.txt", answer);
        Recording.check("prompt.txt", shown(MODEL.chats().getFirst()));
    }

    /** The messages of a request as the model gets them; long texts are cut. */
    private static String shown(JsonNode request) {
        return request.path("messages").valueStream().map(message -> message.path("role").asString() + "："
                + message.path("content").asString("").lines().map(line -> line.codePointCount(0, line.length()) > 40
                        ? line.substring(0, line.offsetByCodePoints(0, 38)) + "…" : line)
                        .collect(Collectors.joining("\n"))).collect(Collectors.joining("\n\n"));
    }

    @Test
    @DisplayName("价格：模型请求调用工具，我们调用，它再回答")
    void price() {
        assertThat(answer("《三体》多少钱")).isEqualTo("《三体》68.00 元，还有 5 本。");
        assertThat(calledTools()).containsExactly("find_books");
        JsonNode last = MODEL.chats().getLast().path("messages");
        Recording.check("tool-call.txt", last.valueStream().skip(1).map(message -> switch (message.path("role").asString()) {
            case "assistant" -> "assistant 请求调用 " + message.path("tool_calls").path(0).path("function").path("name").asString()
                    + " " + message.path("tool_calls").path(0).path("function").path("arguments").asString();
            case "tool" -> "tool 的结果 " + message.path("content").asString();
            default -> message.path("role").asString() + " " + message.path("content").asString().lines().findFirst().orElse("");
        }).collect(Collectors.joining("\n")));
        assertThat(MODEL.chats()).hasSize(2);
    }

    @Test
    @DisplayName("订单：先查书，再提出，顾客确认之后才扣库存，再点一次没有作用；同一个调用写几遍，只提出一份")
    void order() {
        assertThat(answer("我要买 2 本《三体》")).isEqualTo("已经提出：2 本《三体》，请在页面上确认。");
        assertThat(calledTools()).containsExactly("find_books", "propose_order");
        assertThat(shop.stock(1)).isEqualTo(5);
        Proposal proposal = shop.proposals("li").getFirst();
        // 模型把同一个调用又写了几遍
        for (int i = 0; i < 3; i++) {
            MODEL.next(new Reply.Call("propose_order", "{\"bookId\":1,\"quantity\":2}"));
        }
        answer("我要买 2 本《三体》");
        assertThat(shop.proposals("li")).containsExactly(proposal);
        assertThat(shop.confirm("wang", proposal.id())).isEqualTo(Confirmed.NOT_PENDING);
        assertThat(shop.confirm("li", proposal.id())).isEqualTo(Confirmed.ORDERED);
        assertThat(shop.confirm("li", proposal.id())).isEqualTo(Confirmed.NOT_PENDING);
        assertThat(shop.stock(1)).isEqualTo(3);
        answer("再来 2 本《三体》");
        assertThat(shop.proposals("li")).extracting(Proposal::status).containsExactly("ORDERED", "PENDING");
    }

    @Test
    @DisplayName("确认的时候库存不够：不下单，也不扣成负数")
    void soldOut() {
        answer("我要买 2 本《活着》");
        ask("wang", "我要买 2 本《活着》");
        assertThat(shop.confirm("li", shop.proposals("li").getFirst().id())).isEqualTo(Confirmed.ORDERED);
        assertThat(shop.confirm("wang", shop.proposals("wang").getFirst().id())).isEqualTo(Confirmed.SOLD_OUT);
        assertThat(shop.stock(2)).isEqualTo(1);
    }

    @Test
    @DisplayName("记忆：记得同一位顾客说过的，不告诉别的顾客")
    void remembers() {
        answer("我叫小李");
        assertThat(answer("我叫什么")).isEqualTo("您叫小李。");
        assertThat(words(ask("wang", "我叫什么"))).isEqualTo("您还没有告诉我。");
    }

    @Test
    @DisplayName("记忆里存的是顾客打的字，不带检索到的资料；工具的来回也不在里面")
    void memoryHoldsNoPages() {
        answer("《三体》多少钱");
        assertThat(memory.get("li")).extracting(Message::getText)
                .containsExactly("《三体》多少钱", "《三体》68.00 元，还有 5 本。");
    }

    @Test
    @DisplayName("一块一块地来，最后一块说说完了")
    void pieces() {
        List<Piece> pieces = ask("li", "我叫小李");
        assertThat(pieces.getLast()).isEqualTo(new Piece("end", ""));
        assertThat(pieces).hasSizeGreaterThan(2);
    }

    @Test
    @DisplayName("问题里有花括号、反斜杠、引号也没关系")
    void braces() {
        assertThat(answer("《C:\\》多少钱")).isEqualTo("没有找到《C:\\》。");
        assertThat(answer("我要买 2 本《\"》")).isEqualTo("没有找到《\"》。");
        assertThat(answer("@PathVariable 的 {id} 是什么")).isNotEmpty();
        assertThat(ask("li", "${user} {").getLast().type()).isEqualTo("end");
    }

    @Test
    @DisplayName("问题里有“JSON Schema”，也只是问题")
    void jsonSchemaIsAQuestion() {
        assertThat(ask("li", "JSON Schema 是什么").getLast().type()).isEqualTo("end");
    }

    @Test
    @DisplayName("手机号离开书店之前就遮住了，记忆里也没有")
    void masked() {
        answer("我的电话是 13800138000，《三体》还有货吗");
        assertThat(MODEL.chats().toString()).contains("[手机号]").doesNotContain("13800138000");
        assertThat(memory.get("li").toString()).doesNotContain("13800138000");
    }

    @Test
    @DisplayName("额度按几次问模型加起来的算，不是只算其中一次")
    void everyRoundCounts() {
        AtomicLong atTheEnd = new AtomicLong();
        // 结清在“结束”之前，所以收到“结束”就读得到，不用等
        assistant.ask("feng", "我要买 2 本《三体》").doOnComplete(() -> atTheEnd.set(budget.used("feng")))
                .blockLast(Duration.ofSeconds(30));
        assertThat(MODEL.chats()).hasSize(3);
        assertThat(atTheEnd.get()).isEqualTo(MODEL.billed());
    }

    @Test
    @DisplayName("一句话变成对象")
    void wish() {
        Wish wish = plain.prompt().user("想要关于科幻的书，100 元以内").call().entity(Wish.class);
        assertThat(wish).isEqualTo(new Wish("科幻", new BigDecimal(100)));
        assertThat(shop.cheaperThan("科幻", wish.maxYuan())).extracting(Book::title).containsExactly("三体");
        String sent = MODEL.chats().getFirst().path("messages").path(0).path("content").asString();
        Recording.check("wish.txt", sent + "\n→ " + wish + "\n");
    }

    @Test
    @DisplayName("把 Schema 交给服务：它在 response_format 里，不在提问里，strict 是真；标了 @Nullable 的字段不在 required 里")
    void wishByTheProvider() {
        MODEL.next(new Reply.Say("{\"topic\":\"科幻\",\"maxYuan\":100}"));
        Wish wish = plain.prompt().user("关于科幻的书，100 元").call()
                .entity(Wish.class, spec -> spec.useProviderStructuredOutput());
        assertThat(wish).isEqualTo(new Wish("科幻", new BigDecimal(100)));
        JsonNode sent = MODEL.chats().getFirst();
        assertThat(sent.path("messages").path(0).path("content").asString()).isEqualTo("关于科幻的书，100 元");
        assertThat(sent.path("response_format").path("type").asString()).isEqualTo("json_schema");
        JsonNode schema = sent.path("response_format").path("json_schema");
        assertThat(schema.path("strict").asBoolean()).isTrue();
        assertThat(schema.path("schema").path("properties").size()).isEqualTo(2);
        assertThat(schema.path("schema").path("required").toString()).isEqualTo("[\"topic\"]");
    }

    @Test
    @DisplayName("第一次不是 JSON，第二次是：再问一次就好")
    void wishSecondTime() {
        MODEL.next(new Reply.Say("好的，这位顾客想要科幻书。"));
        assertThat(wishes.read("li", "关于科幻的书，100 元")).contains(new Wish("科幻", new BigDecimal(100)));
        assertThat(MODEL.chats()).hasSize(2);
    }

    @Test
    @DisplayName("两次都不成，或者字段不合格：空，不抛异常")
    void wishNotUnderstood() {
        MODEL.next(new Reply.Say("好的。"));
        MODEL.next(new Reply.Say("{\"topic\":\"科幻\",\"maxYuan\":-5}"));
        assertThat(wishes.read("li", "随便")).isEmpty();
        assertThat(MODEL.chats()).hasSize(2);
    }

    @Test
    @DisplayName("预算有小数，小数留着：9.95 元买得到 9.90 元的书，9.85 元买不到")
    void wishWithDecimals() {
        for (String yuan : List.of("9.95", "9.85")) {
            Wish wish = wishes.read("li", "关于小说的书，" + yuan + " 元以内").orElseThrow();
            assertThat(wish).isEqualTo(new Wish("小说", new BigDecimal(yuan)));
            assertThat(shop.cheaperThan(wish.topic(), wish.maxYuan())).extracting(Book::title)
                    .containsExactlyElementsOf(yuan.equals("9.95") ? List.of("二手书大全") : List.of());
        }
    }

    @Test
    @DisplayName("预算不到一分，或者超过一百万元，写成 1e2147483647 也一样：解析得了，检查不放过，空；一分与一百万元放过")
    void wishOutOfRange() {
        for (String yuan : List.of("0", "0.001", "-5", "1000000.01", "1000001", "1e2147483647", "1e-2147483647")) {
            Reply said = new Reply.Say("{\"topic\":\"科幻\",\"maxYuan\":" + yuan + "}");
            // 不是因为解析不了才空的
            MODEL.next(said);
            assertThat(plain.prompt().user("随便").call().entity(Wish.class))
                    .isEqualTo(new Wish("科幻", new BigDecimal(yuan)));
            MODEL.next(said);
            MODEL.next(said);
            assertThat(wishes.read("li", "随便")).as(yuan).isEmpty();
        }
        for (String yuan : List.of("0.01", "1000000")) {
            MODEL.next(new Reply.Say("{\"topic\":\"科幻\",\"maxYuan\":" + yuan + "}"));
            assertThat(wishes.read("li", "随便")).contains(new Wish("科幻", new BigDecimal(yuan)));
        }
    }
}
