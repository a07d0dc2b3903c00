package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.ByteArrayInputStream;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.bookstore.orders.OrderState;
import com.example.bookstore.payment.Notice;
import com.example.bookstore.payment.Payments;
import jakarta.validation.Validation;
import jakarta.validation.Validator;
import jakarta.validation.ValidatorFactory;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Digits;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

@DisplayName("支付方的通知：迟到、重复、颠倒、少收、伪造、丢失")
class CallbackTests extends RunningStore {

    @Autowired
    private Payments payments;
    @Autowired
    private JsonMapper json;
    @Autowired
    private TransactionTemplate transaction;
    @Value("${server.port}")
    private int port;

    private static String sign(String body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(Place.SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(body.getBytes(StandardCharsets.UTF_8)));
        }
        catch (GeneralSecurityException ex) {
            throw new IllegalStateException(ex);
        }
    }

    private URI callback() {
        return URI.create("http://127.0.0.1:" + port + "/payments/callback");
    }

    private HttpResponse<String> notify(String body, String signature) {
        return Place.send(HttpRequest.newBuilder(callback())
                .header("Content-Type", "application/json").header("X-Signature", signature)
                .POST(BodyPublishers.ofString(body)));
    }

    private static String paid(long order, String amount) {
        return "{\"payment\":\"pay-%d\",\"order\":%d,\"amount\":%s,\"type\":\"PAID\"}".formatted(order, order, amount);
    }

    private void awaitState(long order, OrderState state) {
        Place.await(() -> state(order) == state);
    }

    private void awaitPayment(long order, String state) {
        Place.await(() -> paymentState(order).equals(state));
    }

    @Test
    @DisplayName("七种通知，各是什么结果")
    void sevenWays() {
        Table table = new Table("支付方怎样通知", "订单", "这笔钱", "《…》卖掉几本");
        for (String how : List.of("normal", "double", "late", "reorder", "cheap", "lost")) {
            String isbn = newBook("23.00", 1);
            long id = charged(isbn);
            place().pay(id, how);
            switch (how) {
                case "normal", "double" -> awaitState(id, OrderState.SHIPPED);
                case "late" -> {
                    clock.forward(Duration.ofMinutes(16));
                    orders.cancelUnpaid();
                    assertThat(state(id)).isEqualTo(OrderState.CANCELLED);
                    assertThat(Place.send(HttpRequest.newBuilder(place().provider("/late"))
                            .POST(BodyPublishers.noBody())).statusCode()).isEqualTo(200);
                    awaitPayment(id, "REFUNDED");
                }
                case "reorder", "cheap" -> awaitPayment(id, "REFUNDED");
                default -> {
                    assertThat(paymentState(id)).isEqualTo("没有");
                    assertThat(reconciliation.run().healed()).isEqualTo(1);
                    awaitState(id, OrderState.SHIPPED);
                }
            }
            table.row(NAMES.get(how), state(id).label(), MONEY.get(paymentState(id)), level(isbn).sold());
        }
        String isbn = newBook("23.00", 1);
        long id = charged(isbn);
        assertThat(notify(paid(id, "23.00"), "00".repeat(32)).statusCode()).isEqualTo(401);
        table.row("签名是假的", state(id).label(), paymentState(id), level(isbn).sold());
        Recording.check("notices.txt", table.toString().replace("《…》卖掉几本", "卖掉几本"));
        balanced();
    }

    private static final java.util.Map<String, String> NAMES = java.util.Map.of("normal", "一次", "double", "两次",
            "late", "订单取消之后才来", "reorder", "先说退了，再说付了", "cheap", "只付了一分钱", "lost", "没有来，靠对账");

    private static final java.util.Map<String, String> MONEY = java.util.Map.of("ACCEPTED", "收下", "REFUNDED", "退了",
            "REFUND_DUE", "要退", "没有", "没有");

    @Test
    @DisplayName("支付方的 Accept 写什么都一样：收下，回 200")
    void anyAccept() {
        long id = charged(newBook("23.00", 1));
        String body = paid(id, "23.00");
        assertThat(Place.send(HttpRequest.newBuilder(callback()).header("Accept", "application/xml")
                .header("X-Signature", sign(body)).POST(BodyPublishers.ofString(body))).statusCode()).isEqualTo(200);
        assertThat(paymentState(id)).isEqualTo("ACCEPTED");
        place().pay(id, "normal"); // 支付方的账单上也要有，账才平
    }

    @Test
    @DisplayName("支付方没有的付款单：答 400 并说出是哪一张，连接不是一声不响地断开")
    void unknownCharge() {
        assertThat(Place.send(HttpRequest.newBuilder(place().provider("/pay/987654321"))))
                .returns(400, HttpResponse::statusCode)
                .satisfies(answer -> assertThat(answer.body()).contains("没有订单 987654321 的付款单"));
    }

    @Test
    @DisplayName("同一条通知二十个同时来：书卖一次，消息一条")
    void twentyAtOnce() {
        String isbn = newBook("23.00", 1);
        long id = charged(isbn);
        String body = paid(id, "23.00");
        List<Integer> answers = together(20, () -> notify(body, sign(body)).statusCode());
        assertThat(answers).containsOnly(200);
        assertThat(level(isbn).sold()).isEqualTo(1);
        assertThat(jdbc.sql("select count(*) from outbox where topic = 'order.paid' and body = ?")
                .param(String.valueOf(id)).query(Long.class).single()).isEqualTo(1);
        // 支付方的账单上没有这笔钱：对账说得出来
        assertThat(reconciliation.run().differences()).containsExactly("对方没有：pay-" + id + "，我们记着 23.00");
        place().pay(id, "normal");
        awaitState(id, OrderState.SHIPPED);
        balanced();
    }

    @Test
    @DisplayName("提交之前数据库断了连接：答复 500，什么也没有记下；支付方再发一遍，就收下了")
    void cutOffBeforeTheCommit() {
        String isbn = newBook("23.00", 1);
        long id = charged(isbn);
        String body = paid(id, "23.00");
        steps.at("callback.before-commit", () -> catchThrowable(() ->
                jdbc.sql("select pg_terminate_backend(pg_backend_pid())").query(Boolean.class).single()));
        assertThat(notify(body, sign(body)).statusCode()).isEqualTo(500);
        assertThat(paymentState(id)).isEqualTo("没有");
        assertThat(level(isbn)).extracting("reserved", "sold").containsExactly(1, 0);
        steps.clear();
        assertThat(notify(body, sign(body)).statusCode()).isEqualTo(200);
        assertThat(paymentState(id)).isEqualTo("ACCEPTED");
        place().pay(id, "normal"); // 支付方的账单上也有
        awaitState(id, OrderState.SHIPPED);
        balanced();
    }

    @Test
    @DisplayName("支付方通知了一笔它账单上没有的钱，对账报告")
    void ghost() {
        long id = charged(newBook("23.00", 1));
        place().pay(id, "ghost");
        awaitState(id, OrderState.SHIPPED);
        List<String> differences = reconciliation.run().differences();
        assertThat(differences).containsExactly("对方没有：pay-" + id + "，我们记着 23.00");
        Recording.check("ghost.txt", String.join("\n", differences).replaceAll("pay-\\d+", "pay-42"));
        place().pay(id, "normal");
        balanced();
    }

    @Test
    @DisplayName("一边说退了，一边说没有退：金额一样，对账也要报告")
    void refundedOnOneSide() {
        long id = charged(newBook("23.00", 1));
        place().pay(id, "cheap");
        awaitPayment(id, "REFUNDED");
        paymentBecomes(id, "ACCEPTED");
        assertThat(reconciliation.run().differences()).contains("我们收下了，对方已经退了：pay-" + id);
        paymentBecomes(id, "REFUND_DUE"); // 正在退：对方退了，还没有来得及记下
        balanced();
        paymentBecomes(id, "REFUNDED");
        long paid = charged(newBook("23.00", 1));
        place().pay(paid, "normal");
        awaitState(paid, OrderState.SHIPPED);
        paymentBecomes(paid, "REFUNDED");
        assertThat(reconciliation.run().differences()).contains("我们记着退了，对方没有退：pay-" + paid);
        paymentBecomes(paid, "ACCEPTED");
        balanced();
    }

    private void paymentBecomes(long order, String state) {
        jdbc.sql("update payment set state = ? where order_id = ?").params(state, order).update();
    }

    @Test
    @DisplayName("先查有没有，再插入：两条同时来，第二条撞上主键")
    void checkThenInsert() {
        CyclicBarrier bothLooked = new CyclicBarrier(2);
        List<Throwable> results = together(2, () -> catchThrowable(() -> {
            boolean known = jdbc.sql("select count(*) from payment where id = 'pay-race'")
                    .query(Long.class).single() > 0;
            bothLooked.await(); // 两条通知都看过了
            if (!known) {
                jdbc.sql("""
                        insert into payment (id, order_id, amount, state)
                        values ('pay-race', 0, 1.00, 'REFUNDED')""").update();
            }
        }));
        List<Throwable> thrown = results.stream().flatMap(Stream::ofNullable).toList();
        assertThat(thrown).singleElement().isInstanceOf(DuplicateKeyException.class);
        jdbc.sql("delete from payment where id = 'pay-race'").update();
        Recording.check("duplicate-key.txt", thrown.getFirst().getCause().getMessage());
    }

    @Test
    @DisplayName("解析之后再写成 JSON，签名就不对了")
    void signatureOfTheRewritten() {
        String body = "{\"payment\":\"pay-1\", \"order\":1, \"amount\":23.00, \"type\":\"PAID\"}";
        String rewritten = json.writeValueAsString(json.readValue(body, Notice.class));
        assertThat(sign(rewritten)).isNotEqualTo(sign(body));
        HttpResponse<String> answer = notify(rewritten, sign(body));
        assertThat(answer.statusCode()).isEqualTo(401);
        Recording.check("bad-signature.txt", "原文：%s%n重写：%s%n响应：%d %s%n".formatted(body, rewritten,
                answer.statusCode(), answer.body()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "null", "[]", "{}", "not json",
            "{\"payment\":\"p\",\"order\":1,\"amount\":1,\"type\":\"STOLEN\"}",
            "{\"payment\":\"p\",\"order\":1,\"amount\":1,\"type\":\"\"}",
            "{\"payment\":\"p\",\"order\":1,\"amount\":1,\"type\":null}",
            "{\"payment\":\"p\",\"order\":1,\"amount\":1,\"type\":0}",
            "{\"payment\":\"p\",\"order\":1,\"amount\":1,\"type\":\"0\"}",
            "{\"payment\":\"p\",\"order\":1,\"amount\":1}",
            "{\"payment\":\"p\",\"amount\":1,\"type\":\"PAID\"}",
            "{\"payment\":\"p\",\"order\":0,\"amount\":1,\"type\":\"PAID\"}",
            "{\"payment\":\"p\",\"order\":1.9,\"amount\":1,\"type\":\"PAID\"}",
            "{\"payment\":\"p\",\"order\":1,\"type\":\"PAID\"}",
            "{\"payment\":\"p\\u0000\",\"order\":1,\"amount\":1,\"type\":\"PAID\"}"})
    @DisplayName("读不懂的、类型不认识的：400，日志里一条错误，什么也没有记下")
    void unreadable(String body) {
        List<HttpResponse<String>> answers = new ArrayList<>();
        assertThat(Logged.by("payment.CallbackController", () -> answers.add(notify(body, sign(body)))))
                .singleElement().asString().startsWith("ERROR ");
        assertThat(answers.getFirst().statusCode()).isEqualTo(400);
        assertThat(place().count("payment where id = 'p'")).isZero();
    }

    @Test
    @DisplayName("默认的读法：订单号 1.9 读成 1，类型 0 和 \"0\" 读成 PAID，不认识的名字不收")
    void jacksonsDefaults() {
        String notice = "{\"payment\":\"p\",\"order\":%s,\"amount\":1,\"type\":%s}";
        JsonMapper defaults = JsonMapper.shared();
        assertThat(defaults.readValue(notice.formatted("1.9", "\"PAID\""), Notice.class).order()).isEqualTo(1);
        for (String type : List.of("0", "\"0\"")) {
            assertThat(defaults.readValue(notice.formatted("1", type), Notice.class).type()).isEqualTo(Notice.Type.PAID);
        }
        assertThat(catchThrowable(() -> defaults.readValue(notice.formatted("1", "\"STOLEN\""), Notice.class)))
                .isInstanceOf(JacksonException.class);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName("长到 16 KiB 的收下，多一个字节是 413，先说长度、不说长度都一样")
    void tooLong(boolean tellsLength) {
        long id = charged(newBook("23.00", 1));
        String longest = paid(id, "23.00") + " ".repeat(16 * 1024 - paid(id, "23.00").length());
        assertThat(notify(longest + " ", tellsLength)).isEqualTo(413);
        assertThat(paymentState(id)).isEqualTo("没有");
        assertThat(notify(longest, tellsLength)).isEqualTo(200);
        assertThat(paymentState(id)).isEqualTo("ACCEPTED");
        place().pay(id, "normal"); // 支付方的账单上也有
        awaitState(id, OrderState.SHIPPED);
    }

    private int notify(String body, boolean tellsLength) {
        return Place.send(HttpRequest.newBuilder(callback()).header("X-Signature", sign(body)).POST(tellsLength
                ? BodyPublishers.ofString(body)
                : BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)))))
                .statusCode();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "0.001", "23.001", "100000000.00", "99999999.991", "1E+8", "1E-3",
            "1E+999999999", "1E-999999999", "1E+2147483647", "1E+99999999999", "-1E+999999999"})
    @DisplayName("金额说不通：400，问题详情，日志里一条错误，什么也没有记下")
    void amountsRefused(String amount) {
        long id = charged(newBook("23.00", 1));
        String body = paid(id, amount);
        List<HttpResponse<String>> answers = new ArrayList<>();
        List<String> logged = Logged.by("payment.CallbackController", () -> answers.add(
                assertTimeoutPreemptively(Duration.ofSeconds(10), () -> notify(body, sign(body)))));
        HttpResponse<String> answer = answers.getFirst();
        assertThat(logged).singleElement().asString().startsWith("ERROR ");
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(state(id)).isEqualTo(OrderState.PENDING);
        assertThat(paymentState(id)).isEqualTo("没有");
        assertThat(jdbc.sql("select count(*) from outbox where body in (?, ?)")
                .params(String.valueOf(id), "pay-" + id).query(Long.class).single()).isZero();
        if (amount.equals("23.001")) {
            Recording.check("refused-amount.txt", "HTTP/1.1 400%n%s%n".formatted(answer.body()));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"23", "23.0", "23.000", "2.3E+1", "\"23.00\""})
    @DisplayName("写法不同、一样多的金额：收下，记成 23.00")
    void amountsAccepted(String amount) {
        long id = charged(newBook("23.00", 1));
        String body = paid(id, amount);
        assertThat(notify(body, sign(body)).statusCode()).isEqualTo(200);
        assertThat(jdbc.sql("select amount::text || ' ' || state from payment where order_id = ?").param(id)
                .query(String.class).single()).isEqualTo("23.00 ACCEPTED");
        place().pay(id, "normal"); // 支付方的账单上也有
        awaitState(id, OrderState.SHIPPED);
    }

    @Test
    @DisplayName("数据库怎样对待它们：numeric(10, 2) 悄悄舍入 23.005，放不下 100000000.00")
    void columnRounds() {
        String insert = "insert into payment (id, order_id, amount, state) values ('pay-column', 0, ?, 'REFUNDED')";
        transaction.executeWithoutResult(status -> {
            jdbc.sql(insert).param(new BigDecimal("23.005")).update();
            assertThat(jdbc.sql("select amount from payment where id = 'pay-column'").query(BigDecimal.class).single())
                    .isEqualTo(new BigDecimal("23.01"));
            status.setRollbackOnly();
        });
        Throwable thrown = catchThrowable(() -> jdbc.sql(insert).param(new BigDecimal("100000000.00")).update());
        assertThat(thrown).isInstanceOf(DataIntegrityViolationException.class);
        Recording.check("numeric-overflow.txt", thrown.getCause().getMessage());
    }

    private record WithDigits(@Digits(integer = 8, fraction = 2) BigDecimal amount) {
    }

    private record WithMaximum(@Digits(integer = 8, fraction = 2) @DecimalMax("99999999.99") BigDecimal amount) {
    }

    private record WithBoth(@Digits(integer = 8, fraction = 2) @DecimalMin("0.01") @DecimalMax("99999999.99")
            BigDecimal amount) {
    }

    @Test
    @DisplayName("单靠 @Digits 拦不住：1E+2147483647 的位数算出来溢出成了负数")
    void digitsAlone() {
        try (ValidatorFactory factory = Validation.buildDefaultValidatorFactory()) {
            Validator validator = factory.getValidator();
            assertThat(validator.validate(new WithDigits(new BigDecimal("1E+999999999")))).hasSize(1);
            assertThat(validator.validate(new WithDigits(new BigDecimal("1E+2147483647")))).isEmpty();
            assertThat(validator.validate(new WithMaximum(new BigDecimal("1E+2147483647")))).hasSize(1);
            assertThat(validator.validate(new WithMaximum(new BigDecimal("-1E+2147483647")))).isEmpty();
            assertThat(validator.validate(new WithBoth(new BigDecimal("-1E+2147483647")))).hasSize(1);
            assertThat(validator.validate(new WithBoth(new BigDecimal("1E+2147483647")))).hasSize(1);
            assertThat(validator.validate(new WithBoth(new BigDecimal("23.00")))).isEmpty();
        }
    }

    @Test
    @DisplayName("没有签名，没有这张订单")
    void noSignatureNoOrder() {
        assertThat(Place.send(HttpRequest.newBuilder(callback())
                .POST(BodyPublishers.ofString("{}"))).statusCode()).isEqualTo(401);
        transaction.executeWithoutResult(status -> {
            payments.received(new Notice("pay-nobody", 999_999_999L, new BigDecimal("1.00"), Notice.Type.PAID));
            assertThat(paymentState(999_999_999L)).isEqualTo("REFUND_DUE");
            status.setRollbackOnly(); // 支付方没有这笔钱，不留在账上
        });
    }

    @Test
    @DisplayName("先说付了，再说退了：订单还是付了款的，写一条警告，等人来看；与颠倒过来不一样")
    void paidThenRefunded() {
        long id = place("li", newBook("23.00", 1), 1);
        Notice refunded = new Notice("pay-" + id, id, new BigDecimal("23.00"), Notice.Type.REFUNDED);
        transaction.executeWithoutResult(status -> {
            payments.received(new Notice("pay-" + id, id, new BigDecimal("23.00"), Notice.Type.PAID));
            assertThat(Logged.by("payment.Payments", () -> payments.received(refunded)))
                    .contains("WARN 付款 pay-" + id + " 已经付给订单 " + id + "，支付方又通知退了，要人来看");
            assertThat(paymentState(id)).isEqualTo("ACCEPTED");
            assertThat(state(id)).isEqualTo(OrderState.PAID);
            status.setRollbackOnly();
        });
    }

    @Test
    @DisplayName("退款的通知来几次，本来就要退的、已经退了的，都不写警告")
    void refundedTwice() {
        long id = place("li", newBook("23.00", 1), 1);
        transaction.executeWithoutResult(status -> {
            payments.received(new Notice("pay-" + id, id, new BigDecimal("22.00"), Notice.Type.PAID));
            assertThat(paymentState(id)).isEqualTo("REFUND_DUE");
            Notice refunded = new Notice("pay-" + id, id, new BigDecimal("22.00"), Notice.Type.REFUNDED);
            assertThat(Logged.by("payment.Payments", () -> {
                payments.received(refunded);
                assertThat(paymentState(id)).isEqualTo("REFUNDED");
                payments.received(refunded);
            })).noneMatch(line -> line.contains("pay-" + id));
            status.setRollbackOnly();
        });
    }

    @Test
    @DisplayName("编号来过，订单或金额却与那一次不同：什么也不改，写一条警告")
    void sameNumberSaysOtherwise() {
        long id = place("li", newBook("23.00", 1), 1);
        long another = place("wang", newBook("23.00", 1), 1);
        String payment = "other-" + id;
        BigDecimal price = new BigDecimal("23.00");
        transaction.executeWithoutResult(status -> {
            payments.received(new Notice(payment, id, price, Notice.Type.PAID));
            for (Notice notice : List.of(new Notice(payment, another, price, Notice.Type.PAID),
                    new Notice(payment, id, new BigDecimal("0.01"), Notice.Type.PAID))) {
                assertThat(Logged.by("payment.Payments", () -> payments.received(notice))).singleElement().asString()
                        .startsWith("WARN ").contains(payment, "与记下的（订单 " + id + "，23.00 元）不同");
            }
            assertThat(state(another)).isEqualTo(OrderState.PENDING);
            assertThat(paymentState(id)).isEqualTo("ACCEPTED");
            assertThat(Logged.by("payment.Payments",
                    () -> payments.received(new Notice(payment, id, price, Notice.Type.PAID)))).isEmpty();

            payments.received(new Notice("due-" + id, id, new BigDecimal("50.00"), Notice.Type.PAID));
            payments.received(new Notice("due-" + id, id, new BigDecimal("0.01"), Notice.Type.REFUNDED));
            assertThat(jdbc.sql("select state from payment where id = ?").param("due-" + id).query(String.class).single())
                    .as("只退了一分，不算退了").isEqualTo("REFUND_DUE");
            status.setRollbackOnly();
        });
    }

    @Test
    @DisplayName("支付方退了钱，书店还没有记下，数据库断了：再退一遍，只退一次，记成退了")
    void cutOffWhileRefunding() {
        String isbn = newBook("23.00", 1);
        long id = charged(isbn);
        orders.cancel(id);
        AtomicInteger cuts = new AtomicInteger();
        transaction.executeWithoutResult(status -> {
            place().pay(id, "normal");
            awaitPayment(id, "REFUND_DUE");
            jdbc.sql("select 1 from payment where order_id = ? for update").param(id).query(Integer.class).single();
            Place.await(() -> {
                cuts.addAndGet(place().jdbc().sql("""
                        select count(pg_terminate_backend(pid)) from pg_stat_activity where application_name = ?
                          and wait_event_type = 'Lock' and query like 'update payment%'""").param(place().schema())
                        .query(Integer.class).single());
                return cuts.get() > 0;
            });
            assertThat(place().statement()).filteredOn(entry -> entry.get("order").asLong() == id).singleElement()
                    .matches(entry -> entry.get("refunded").asBoolean());
        });
        awaitPayment(id, "REFUNDED");
        balanced();
    }

    @Test
    @DisplayName("同一张订单付了两笔：第二笔退回去")
    void paidTwice() {
        long id = place("li", newBook("23.00", 1), 1);
        transaction.executeWithoutResult(status -> {
            payments.received(new Notice("first-" + id, id, new BigDecimal("23.00"), Notice.Type.PAID));
            payments.received(new Notice("second-" + id, id, new BigDecimal("23.00"), Notice.Type.PAID));
            assertThat(jdbc.sql("select id || ' ' || state from payment where order_id = ? order by id").param(id)
                    .query(String.class).list()).containsExactly("first-" + id + " ACCEPTED", "second-" + id + " REFUND_DUE");
            status.setRollbackOnly();
        });
    }
}
