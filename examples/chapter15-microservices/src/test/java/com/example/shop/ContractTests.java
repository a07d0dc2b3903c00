package com.example.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;

import com.example.book.Recording;
import com.example.order.Book;
import com.example.order.CatalogClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.client.HttpClientErrorException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.json.JsonMapper;

@AsksSharedOrder
class ContractTests {

    // region consumer
    /** 调用方：假的目录服务照着约定响应，看我们的客户端读不读得懂。 */
    @Test
    void consumerUnderstands() {
        Contract contract = Contract.read("book.json");
        try (StandIn catalog = StandIn.start(StandIn.json(
                contract.status(), contract.body().toString()));
                ConfigurableApplicationContext order = Apps.order(
                        "--bookstore.catalog=" + catalog.url())) {
            Book book = order.getBean(CatalogClient.class).book("9787536692930");
            assertThat(book).isEqualTo(new Book("9787536692930", "三体", 2300));
            assertThat(catalog.lastPath()).isEqualTo(contract.path());
        }
    }
    // endregion consumer

    // region provider
    /** 提供方：向真的目录服务发约定里的请求，看响应守不守约定。 */
    @ParameterizedTest
    @CsvSource({"book.json", "no-book.json"})
    void providerKeeps(String name) {
        Contract contract = Contract.read(name);
        try (ConfigurableApplicationContext catalog = Apps.catalog()) {
            HttpResponse<String> response = Http.get(Apps.url(catalog) + contract.path());
            assertThat(contract.broken(response.statusCode(), response.body())).isEmpty();
        }
    }
    // endregion provider

    @Test
    void consumerUnderstandsNoBook() {
        Contract contract = Contract.read("no-book.json");
        SharedOrder.catalog(StandIn.json(contract.status(), contract.body().toString()));
        assertThatThrownBy(() -> SharedOrder.bean(CatalogClient.class).book("9780000000000"))
                .isInstanceOf(HttpClientErrorException.NotFound.class);
    }

    /** Somebody at the catalog renames {@code cents}. */
    @Test
    void renamedFieldFailsTheProvidersTest() {
        Contract contract = Contract.read("book.json");
        Throwable thrown = catchThrowable(() -> assertThat(contract.broken(200,
                "{\"isbn\":\"9787536692930\",\"title\":\"三体\",\"priceInCents\":2300}")).isEmpty());
        assertThat(thrown).isInstanceOf(AssertionError.class);
        Recording.check("contract-broken.txt", thrown.getMessage());
    }

    /** Who renames it in the contract as well, is content himself; now it is the consumer's build that fails. */
    @Test
    void contractChangedTooFailsTheConsumersTest() {
        Contract contract = Contract.read("book.json");
        String renamed = contract.body().toString().replace("\"cents\"", "\"priceInCents\"");
        Contract changed = new Contract(contract.path(), contract.status(), JsonMapper.shared().readTree(renamed));
        assertThat(changed.broken(200, renamed)).isEmpty();
        SharedOrder.catalog(StandIn.json(changed.status(), changed.body().toString()));
        assertThatThrownBy(() -> SharedOrder.bean(CatalogClient.class).book("9787536692930"))
                .hasRootCauseMessage("目录服务的响应里缺书名或价格");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "{\"isbn\":\"9787536692930\",\"title\":\"三体\",\"cents\":2300,\"stock\":7}|",
        "{\"isbn\":\"9787536692930\",\"title\":\"三体\",\"cents\":23.5}|",
        "{\"isbn\":\"9787536692930\",\"title\":\"三体\",\"cents\":\"23.00\"}|字段 cents 应为 NUMBER，实际是 STRING",
        "{\"isbn\":\"9787536692930\",\"title\":\"三体\",\"cents\":null}|字段 cents 应为 NUMBER，实际是 NULL"})
    void otherChanges(String body, String broken) {
        assertThat(Contract.read("book.json").broken(200, body)).isEqualTo(
                broken == null ? List.of() : List.of(broken));
    }

    /** The comparison does not go into nested objects. */
    @Test
    void onlyTheFirstLevel() {
        JsonMapper json = JsonMapper.shared();
        Contract contract = new Contract("/books/1", 200, json.readTree("{\"price\":{\"cents\":2300}}"));
        assertThat(contract.broken(200, "{\"price\":{}}")).isEmpty();
        assertThat(contract.broken(200, "{\"price\":2300}")).hasSize(1);
        // A list has no fields: nothing would be compared, and the test could not fail.
        assertThatThrownBy(() -> new Contract("/books", 200, json.readTree("[{\"cents\":2300}]")))
                .hasMessage("这样的约定只比得了一个 JSON 对象，/books 的是 ARRAY");
    }

    record NaiveBook(String isbn, String title, int cents) {
    }

    record BoxedBook(String isbn, String title, Integer cents) {
    }

    /** An empty answer, and a JSON null, are not the customer's fault either. */
    @Test
    void emptyAnswer() {
        for (String nothing : new String[] {"", "null"}) {
            SharedOrder.catalog(StandIn.json(200, nothing));
            assertThat(Http.order(SharedOrder.url()).statusCode()).isEqualTo(503);
        }
    }

    /** What can be read and cannot be right is not the customer's fault either, and no order comes of it. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "{\"isbn\":\"9787536692930\",\"title\":\"三体\",\"cents\":-100}|503",
        "{\"isbn\":\"9787536692930\",\"title\":\"三体\",\"cents\":2147483647}|503",
        "{\"isbn\":\"9787536692930\",\"title\":\"三体\",\"cents\":10000001}|503",
        "{\"isbn\":\"9787536692930\",\"title\":\"三体\",\"cents\":10000000}|201",
        "{\"isbn\":\"9787536692930\",\"title\":\"三体\",\"cents\":0}|201",
        "{\"isbn\":\"9787020002207\",\"title\":\"红楼梦\",\"cents\":5970}|503",
        "{\"title\":\"三体\",\"cents\":2300}|503"})
    void answerThatCannotBeRight(String body, int status) {
        SharedOrder.catalog(StandIn.json(200, body));
        String most = "{\"isbn\":\"9787536692930\",\"quantity\":99}";
        assertThat(Http.post(SharedOrder.url() + "/orders", most).statusCode()).isEqualTo(status);
    }

    /** The head of the response is beyond reading as well. */
    @Test
    void answerWithoutAMediaType() {
        SharedOrder.catalog(exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "nonsense");
            exchange.sendResponseHeaders(200, StandIn.BOOK.getBytes(StandardCharsets.UTF_8).length);
            exchange.getResponseBody().write(StandIn.BOOK.getBytes(StandardCharsets.UTF_8));
        });
        assertThat(Http.order(SharedOrder.url()).statusCode()).isEqualTo(503);
    }

    /** Without the contract: what the caller makes of the renamed field. */
    @Test
    void renamedFieldAtRunTime() {
        String renamed = "{\"isbn\":\"9787536692930\",\"title\":\"三体\",\"priceInCents\":2300}";
        Throwable primitive = catchThrowable(() -> JsonMapper.shared().readValue(renamed, NaiveBook.class));
        assertThat(primitive).isInstanceOf(MismatchedInputException.class).hasMessageContaining("Cannot map `null`");
        assertThat(JsonMapper.shared().readValue(renamed, BoxedBook.class).cents()).isNull();
        // A fraction is a number as well, so the contract is kept; the caller loses what is behind the point.
        assertThat(JsonMapper.shared().readValue("{\"cents\":23.5}", BoxedBook.class).cents()).isEqualTo(23);
        SharedOrder.catalog(StandIn.json(200, renamed));
        Throwable thrown = catchThrowable(() -> SharedOrder.bean(CatalogClient.class).book("9787536692930"));
        Recording.check("renamed-at-runtime.txt", thrown);
        assertThat(Http.order(SharedOrder.url()).statusCode()).isEqualTo(503);
    }
}
