package com.example.gaps;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import com.example.silent.Draft;
import com.fasterxml.jackson.annotation.JsonIgnore;

import jakarta.validation.Valid;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.annotation.Scope;
import org.springframework.http.HttpEntity;
import org.springframework.stereotype.Service;
import org.springframework.validation.annotation.Validated;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RequestPart;
import org.springframework.web.bind.annotation.RestController;

/** 每一处都漏的应用，用来证明 ConstraintGaps 找得到它们。 */
@SpringBootApplication
@ConfigurationPropertiesScan
class GapsApplication {

    record Line(@NotBlank String isbn) {
    }

    record Order(@NotNull Line first, @NotEmpty List<Line> lines, List<@Valid Line> more,
            Map<@NotNull @Valid Line, Integer> stock, @Valid Map<Line, Integer> keys,
            @NotNull @Valid Line[] fine, List<List<@NotNull Line>> nested,
            @Valid List<Line>[] lists, @Valid List<Line[]> rows, List<Line @Valid []> columns) {
    }

    /** 字段与写着 @Valid 的 getter 不同名：校验器走得进去，工具看的是字段，会误报。 */
    static class Receipt {

        private Line paid;

        @NotNull @Valid
        public Line getLine() {
            return paid;
        }

        public void setLine(Line line) {
            paid = line;
        }
    }

    /** 自己没有约束，里面有。 */
    record Envelope(Order order, Gift gift) {
    }

    static class Parcel {

        @NotNull
        Line inherited;
    }

    static class Gift extends Parcel {

        List<? extends Line> wildcard;
    }

    /** 自己的泛型类，它里面的字段也要看。 */
    record Sack<A, B>(@Valid A fine, @NotNull B label, @NotNull Line loose) {
    }

    record Sacks(@NotNull @Valid Sack<Line, String> fine, Sack<String, String> closed,
            Optional<@Valid Line> fineOptional, @JsonIgnore Line fineIgnored,
            List<@NotNull @Valid Sack<Line, String>> fineList) {
    }

    /** 装什么都行的信封；里面的那一层只有从请求体的类型才看得出来。 */
    record Wrapper<T>(@NotNull @Valid T fine) {
    }

    record Wrapped(@NotNull Line line) {
    }

    record Tier(int threshold, int off) {

        @AssertTrue
        boolean offBelowThreshold() {
            return off < threshold;
        }
    }

    /** 不是 Bean，用的人自己 new。 */
    static class ByHand {

        void shelve(@NotBlank String title) {
        }
    }

    /** 名字以 Valid 开头，Spring MVC 就当它是 @Validated。 */
    @Retention(RetentionPolicy.RUNTIME)
    @interface ValidBody {
    }

    @RestController
    static class LeakyController {

        @PostMapping("/missing")
        void missing(@RequestBody Line line) {
        }

        @PostMapping("/set")
        void set(@Valid @RequestBody Set<Line> lines) {
        }

        @PostMapping("/entity")
        void entity(@Valid HttpEntity<Line> entity) {
        }

        @PostMapping("/deep")
        void deep(@Valid @RequestBody List<List<Line>> lines) {
        }

        @PostMapping("/deep-valid")
        void deepValid(@RequestBody List<@Valid List<Line>> lines) {
        }

        @PostMapping("/validated-list")
        void validatedList(@Validated @RequestBody List<Line> lines) {
        }

        @PostMapping("/grid")
        void grid(@Valid @RequestBody Line[][] lines) {
        }

        @PostMapping("/receipt")
        void receipt(@Valid @RequestBody Receipt receipt) {
        }

        @PostMapping("/part")
        void part(@RequestPart Line line) {
        }

        @PostMapping("/optional")
        void optional(@RequestBody Optional<Line> line) {
        }

        @PostMapping("/iterable")
        void iterable(@Valid @RequestBody Iterable<Line> lines) {
        }

        @PostMapping("/wrapper")
        void wrapper(@Valid @RequestBody Wrapper<Wrapped> wrapper) {
        }

        @PostMapping("/fine-sacks")
        void fineSacks(@ValidBody @RequestBody Sacks sacks) {
        }

        @PostMapping("/fine-sack-list")
        void fineSackList(@Valid @RequestBody List<@NotNull Sack<Line, String>> sacks) {
        }

        @PostMapping("/fine-valid-sacks")
        void fineValidSacks(@RequestBody List<@NotNull @Valid Sack<Line, String>> sacks) {
        }

        @PostMapping("/fine-optional")
        void fineOptional(@Valid @RequestBody Optional<Line> line) {
        }

        /** 看不见的：可以不发的请求体，名字不算属性的 @AssertTrue 方法。 */
        @PostMapping("/unseen-body")
        void unseenBody(@Valid @RequestBody(required = false) Line line) {
        }

        @PostMapping("/unseen-tier")
        void unseenTier(@Valid @RequestBody Tier tier) {
        }

        @PostMapping("/fine")
        void fine(@Valid @RequestBody Envelope envelope) {
        }

        @PostMapping("/fine-deep")
        void fineDeep(@Valid @RequestBody List<List<@NotNull @Valid Line>> lines) {
        }

        /** 别的参数直接带着约束，整个方法就统一校验，Set 与里面的列表也走得进去。 */
        @PostMapping("/fine-set")
        void fineSet(@Valid @RequestBody Set<@NotNull Line> lines,
                @RequestParam(defaultValue = "1") @Positive int size) {
        }

        @PostMapping("/fine-nested")
        void fineNested(@NotEmpty @RequestBody List<List<@NotNull @Valid Line>> lines) {
        }

        @PostMapping("/fine-list")
        void fineList(@RequestBody List<@NotNull @Valid Line> lines) {
        }
    }

    @RestController
    static class EntityController {

        @PostMapping("/valid-entity")
        void entity(HttpEntity<@Valid Line> entity) {
        }

        @GetMapping("/neighbour")
        void neighbour(@RequestParam @Positive int size) {
        }
    }

    @RestController
    @Validated
    static class ProxiedController {
    }

    @ConfigurationProperties("gaps")
    @Validated
    record FineSettings(@DefaultValue("书店") @NotBlank String fine) {
    }

    static class BaseService {

        void restock(@NotBlank String isbn) {
        }
    }

    @Service
    static class PlainService extends BaseService {

        void shelve(@NotBlank String title) {
        }
    }

    /** 看不见的：同一个类里的自调用，自己 new 的对象，参数前漏写的 @Valid。 */
    @Service
    @Validated
    static class UnseenService {

        void shelve(@NotBlank String title) {
        }

        void shelveAll() {
            shelve("");
            new ByHand().shelve("");
        }

        void restock(Line line) {
        }
    }

    @Service
    @Scope("prototype")
    static class PrototypeService {

        void shelve(@NotBlank String title) {
        }
    }

    @Service
    @Scope("prototype")
    @Validated
    static class FinePrototypeService {

        void fine(@NotBlank String title) {
        }
    }

    interface Shipping {

        void ship(String isbn);
    }

    @Service
    @Validated
    static class ShippingService implements Shipping {

        @Override
        public void ship(@NotBlank String isbn) {
        }
    }

    @Service
    @Validated
    static class FinalService {

        final void shelve(@NotBlank String title) {
        }

        private void stamp(@NotBlank String title) {
        }

        final void fine() {
        }

        void fine(@Valid Draft draft) {
        }
    }
}
