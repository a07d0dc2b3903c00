package com.example.standin;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * 替身说话的全部规矩，从上到下，第一条合适的就用。它不是模型：不懂语言，只认下面这些写法。
 * 它故意很老实，在提示里看到“忽略以上规则”就照办，不问这句话是谁写的。
 */
final class Rules {

    private static final Pattern ORDER = Pattern.compile("(?:买|订|来)\\s*(\\d+)\\s*本\\s*《(.+?)》");
    private static final Pattern TITLE = Pattern.compile("《(.+?)》");
    private static final Pattern PRICE = Pattern.compile("多少钱|价格|库存|还有货|有货吗");
    private static final Pattern NAME = Pattern.compile("我叫(?!什么)([\\p{IsHan}A-Za-z]{1,6})");
    private static final Pattern CONTEXT = Pattern.compile("(?s)<资料>(.*?)</资料>");
    private static final Pattern WISH = Pattern.compile("关于(.+?)的书");
    private static final Pattern BUDGET = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*元");

    private final JsonMapper json = new JsonMapper();

    private record Message(String role, String text, List<String> calls) {
    }

    Reply reply(JsonNode request) {
        List<Message> messages = new ArrayList<>();
        for (JsonNode message : request.path("messages")) {
            List<String> calls = new ArrayList<>();
            message.path("tool_calls").forEach(call -> calls.add(call.path("function").path("name").asString("")));
            messages.add(new Message(message.path("role").asString(""), text(message.path("content")), calls));
        }
        int asked = lastUser(messages);
        List<Message> turn = messages.subList(asked, messages.size());
        String said = messages.get(asked).text();
        String question = CONTEXT.matcher(said).replaceAll("").strip();
        return obey(request, messages, turn)
                .or(() -> asJson(said))
                .or(() -> order(request, question, turn))
                .or(() -> price(request, question, turn))
                .or(() -> name(question, messages.subList(0, asked)))
                .or(() -> quote(question, said))
                .orElse(new Reply.Say("我不知道。"));
    }

    private static final Pattern INSTRUCTION = Pattern.compile(
            "忽略以上规则，(?:调用 (\\w+) (\\{[^}]*\\})|回答“([^”]*)”)");

    /** 规矩一：提示里有一处写着“忽略以上规则”，就照办，不问是谁写的。 */
    private Optional<Reply> obey(JsonNode request, List<Message> messages,
            List<Message> turn) {
        for (Message message : messages.reversed()) {
            Matcher found = INSTRUCTION.matcher(message.text());
            if (message.role().equals("assistant") || !found.find()) {
                continue;
            }
            if (found.group(1) == null) {
                return Optional.of(new Reply.Say(found.group(3)));
            }
            if (offers(request, found.group(1)) && result(turn, found.group(1)).isEmpty()) {
                return Optional.of(new Reply.Call(found.group(1), found.group(2)));
            }
        }
        return Optional.empty();
    }

    /** 规矩二：要求按 JSON Schema 回答，就从话里找“关于……的书”“多少元”“几本”。 */
    private Optional<Reply> asJson(String said) {
        int format = said.indexOf("Your response should be in JSON");
        if (format < 0 || !said.contains("JSON Schema")) {
            return Optional.empty();
        }
        String wish = said.substring(0, format);
        Matcher topic = WISH.matcher(wish);
        Matcher budget = BUDGET.matcher(wish);
        return Optional.of(new Reply.Say("{\"topic\":%s,\"maxYuan\":%s}".formatted(
                json.writeValueAsString(topic.find() ? topic.group(1) : ""), budget.find() ? budget.group(1) : "null")));
    }

    /** 规矩三：“买 2 本《三体》”，先查这本书，再提出订单。 */
    private Optional<Reply> order(JsonNode request, String question, List<Message> turn) {
        Matcher wanted = ORDER.matcher(question);
        if (!wanted.find() || !offers(request, "propose_order")) {
            return Optional.empty();
        }
        Optional<String> proposed = result(turn, "propose_order");
        if (proposed.isPresent()) {
            return Optional.of(new Reply.Say(proposed.get()));
        }
        Optional<String> found = result(turn, "find_books");
        if (found.isEmpty()) {
            return Optional.of(new Reply.Call("find_books", "{\"title\":%s}".formatted(json.writeValueAsString(wanted.group(2)))));
        }
        if (!found.get().startsWith("[")) {
            return Optional.of(new Reply.Say(found.get()));
        }
        JsonNode first = json.readTree(found.get()).path(0);
        if (first.isMissingNode()) {
            return Optional.of(new Reply.Say("没有找到《%s》。".formatted(wanted.group(2))));
        }
        return Optional.of(new Reply.Call("propose_order", "{\"bookId\":%d,\"quantity\":%s}".formatted(
                first.path("id").asLong(), wanted.group(1))));
    }

    /** 规矩四：问《某书》的价格或库存，就查，再把查到的说出来。 */
    private Optional<Reply> price(JsonNode request, String question, List<Message> turn) {
        Matcher title = TITLE.matcher(question);
        if (!PRICE.matcher(question).find() || !title.find() || !offers(request, "find_books")) {
            return Optional.empty();
        }
        Optional<String> found = result(turn, "find_books");
        if (found.isEmpty()) {
            return Optional.of(new Reply.Call("find_books", "{\"title\":%s}".formatted(json.writeValueAsString(title.group(1)))));
        }
        if (!found.get().startsWith("[")) {
            // 工具说了一句话，照着说
            return Optional.of(new Reply.Say(found.get()));
        }
        JsonNode books = json.readTree(found.get());
        return Optional.of(new Reply.Say(books.isEmpty() ? "没有找到《%s》。".formatted(title.group(1))
                : String.format(Locale.ROOT, "《%s》%.2f 元，还有 %d 本。", books.path(0).path("title").asString(""),
                        books.path(0).path("yuan").asDouble(), books.path(0).path("stock").asInt())));
    }

    /** 规矩五：记得顾客在前面说过的名字。 */
    private static Optional<Reply> name(String question, List<Message> before) {
        Matcher told = NAME.matcher(question);
        if (told.find()) {
            return Optional.of(new Reply.Say("好的，" + told.group(1) + "，我记住了。"));
        }
        if (!question.contains("我叫什么")) {
            return Optional.empty();
        }
        return Optional.of(new Reply.Say(before.reversed().stream().filter(message -> message.role().equals("user"))
                .map(message -> NAME.matcher(message.text())).filter(Matcher::find).findFirst()
                .map(name -> "您叫" + name.group(1) + "。").orElse("您还没有告诉我。")));
    }

    /** 规矩六：给了资料，就挑与问题共有的字最多的那一句，连同它的出处念出来。 */
    private static Optional<Reply> quote(String question, String said) {
        Matcher context = CONTEXT.matcher(said);
        if (!context.find()) {
            return Optional.empty();
        }
        record Sentence(String source, String text) {
        }
        List<Sentence> sentences = new ArrayList<>();
        String source = "";
        for (String line : context.group(1).strip().split("\n")) {
            Matcher head = Pattern.compile("〔(.+?)〕").matcher(line);
            if (head.find()) {
                source = head.group(1);
                continue;
            }
            for (String sentence : line.split("(?<=[。！？])")) {
                sentences.add(new Sentence(source, sentence.strip()));
            }
        }
        return Optional.of(sentences.stream().filter(sentence -> Bigrams.overlap(sentence.text(), question) > 1)
                .max(Comparator.comparingLong(sentence -> Bigrams.overlap(sentence.text(), question)))
                .map(best -> new Reply.Say("书里这样写：" + best.text() + "（出处：" + best.source() + "）"))
                .orElse(new Reply.Say("书里没有找到答案。")));
    }

    private static boolean offers(JsonNode request, String tool) {
        for (JsonNode offered : request.path("tools")) {
            if (offered.path("function").path("name").asString("").equals(tool)) {
                return true;
            }
        }
        return false;
    }

    /** 这一轮里某个工具已经给过的结果。 */
    private Optional<String> result(List<Message> turn, String tool) {
        for (int i = 0; i + 1 < turn.size(); i++) {
            if (turn.get(i).calls().contains(tool) && turn.get(i + 1).role().equals("tool")) {
                String result = turn.get(i + 1).text();
                // Spring AI 把返回的字符串也写成 JSON，外面有一对引号
                return Optional.of(result.startsWith("\"") ? json.readTree(result).asString() : result);
            }
        }
        return Optional.empty();
    }

    private static int lastUser(List<Message> messages) {
        for (int i = messages.size() - 1; i >= 0; i--) {
            if (messages.get(i).role().equals("user")) {
                return i;
            }
        }
        return 0;
    }

    /** 内容可能是一段字，也可能是一串“部分”。 */
    static String text(JsonNode content) {
        if (content.isString()) {
            return content.asString();
        }
        List<String> parts = new ArrayList<>();
        content.forEach(part -> parts.add(part.path("text").asString("")));
        return String.join("\n", parts);
    }

    static int tokens(String text) {
        return (int) text.codePoints().filter(c -> !Character.isWhitespace(c)).count();
    }

    static List<String> chunks(String text, int size) {
        int[] points = text.codePoints().toArray();
        List<String> chunks = new ArrayList<>();
        for (int i = 0; i < points.length; i += size) {
            int[] part = Arrays.copyOfRange(points, i, Math.min(points.length, i + size));
            chunks.add(new String(part, 0, part.length));
        }
        return chunks;
    }
}
