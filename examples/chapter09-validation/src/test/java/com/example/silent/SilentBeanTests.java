package com.example.silent;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

import com.example.book.Compilation;
import com.example.book.Recording;
import com.example.book.Table;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import jakarta.validation.Valid;
import jakarta.validation.Validation;
import jakarta.validation.Validator;
import jakarta.validation.ValidatorFactory;
import jakarta.validation.constraints.AssertTrue;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;

@DisplayName("对象里静默失效的写法")
class SilentBeanTests {

    private static final Draft BLANK = new Draft("");

    private static ValidatorFactory factory;

    @BeforeAll
    static void open() {
        factory = Validation.buildDefaultValidatorFactory();
    }

    @AfterAll
    static void close() {
        factory.close();
    }

    enum Silent {
        NESTED("@NotNull Draft draft", v -> count(v, new Beans.Nested(BLANK)),
                "@NotNull @Valid Draft draft", v -> count(v, new Beans.NestedMended(BLANK))),
        ON_COMPONENT("record 组件 @NotNull @Validated Draft draft",
                v -> count(v, new Beans.OnComponent(BLANK)),
                "@NotNull @Valid Draft draft", v -> count(v, new Beans.NestedMended(BLANK))),
        ELEMENTS("@NotEmpty List<Draft>",
                v -> count(v, new Beans.Elements(List.of(BLANK))),
                "@NotEmpty List<@Valid Draft>",
                v -> count(v, new Beans.ElementsMended(List.of(BLANK)))),
        NULL_ELEMENT("List<@Valid Draft>，元素是 null",
                v -> count(v, new Beans.NullElement(Collections.singletonList(null))),
                "List<@NotNull @Valid Draft>",
                v -> count(v, new Beans.NullElementMended(Collections.singletonList(null)))),
        KEYS("@Valid Map<Draft, Integer>，键不对",
                v -> count(v, new Beans.Keys(Map.of(BLANK, 1))),
                "Map<@Valid Draft, Integer>",
                v -> count(v, new Beans.KeysMended(Map.of(BLANK, 1)))),
        NULL("@Size(min = 1) String，值是 null",
                v -> count(v, new Beans.Nullable(null)),
                "@NotNull @Size(min = 1) String",
                v -> count(v, new Beans.NullableMended(null))),
        GROUP("按 OnPublish 组校验，约束没写组",
                v -> count(v, new Beans.Grouped(""), Beans.OnPublish.class),
                "组 extends Default",
                v -> count(v, new Beans.Grouped(""), Beans.OnSave.class)),
        ASSERT("@AssertTrue boolean offBelowThreshold()",
                v -> count(v, new Beans.Asserted(100, 200)),
                "@AssertTrue boolean isOffBelowThreshold()",
                v -> count(v, new Beans.AssertedMended(100, 200))),
        CONSTRUCTOR("new Draft(\"\")，之后没有人校验", v -> {
            new Draft("");
            return 0;
        }, "validator.validate(new Draft(\"\"))", v -> count(v, BLANK));

        final String wrong;
        final ToIntFunction<Validator> wrongCount;
        final String right;
        final ToIntFunction<Validator> rightCount;

        Silent(String wrong, ToIntFunction<Validator> wrongCount, String right,
                ToIntFunction<Validator> rightCount) {
            this.wrong = wrong;
            this.wrongCount = wrongCount;
            this.right = right;
            this.rightCount = rightCount;
        }
    }

    private static int count(Validator validator, Object bean, Class<?>... groups) {
        return validator.validate(bean, groups).size();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("原来 0 处，改一处就是 1 处")
    void silent(Silent silent) {
        Validator validator = factory.getValidator();
        assertThat(silent.wrongCount.applyAsInt(validator)).isZero();
        assertThat(silent.rightCount.applyAsInt(validator)).isOne();
    }

    @Test
    @DisplayName("写在容器前面的 @Valid：列表走进元素，map 走进值")
    void validBeforeContainer() {
        record Before(@Valid List<Draft> drafts, @Valid Map<String, Draft> byIsbn) {
        }
        Before before = new Before(List.of(BLANK), Map.of("9787111641247", BLANK));
        Logger logger = (Logger) LoggerFactory.getLogger("org.hibernate.validator");
        ListAppender<ILoggingEvent> warnings = new ListAppender<>();
        warnings.start();
        logger.addAppender(warnings);
        try {
            assertThat(count(factory.getValidator(), before)).isEqualTo(2);
        }
        finally {
            logger.detachAppender(warnings);
        }
        assertThat(warnings.list).isNotEmpty().allSatisfy(event -> {
            assertThat(event.getLevel()).isEqualTo(Level.WARN);
            assertThat(event.getFormattedMessage()).startsWith("HV000271");
        });
        Recording.check("valid-before-container.txt", warnings.list.stream()
                .map(ILoggingEvent::getFormattedMessage).sorted().findFirst().orElseThrow());
    }

    @Valid
    record ValidOnType(Draft draft) {
    }

    @Test
    @DisplayName("类上的 @Valid 编译得过，不起作用")
    void validOnType() {
        assertThat(count(factory.getValidator(), new ValidOnType(BLANK))).isZero();
    }

    record Getters(int off) {

        @AssertTrue
        boolean isPositive() {
            return off > 0;
        }

        @AssertTrue
        boolean getSmall() {
            return off > 0;
        }

        @AssertTrue
        boolean hasLimit() {
            return off > 0;
        }

        /** 返回 Boolean 的 get 也是属性，返回 Boolean 的 is 不是。 */
        @AssertTrue
        Boolean getLarge() {
            return off > 0;
        }

        @AssertTrue
        Boolean isBoxed() {
            return off > 0;
        }

        @AssertTrue
        boolean valid() {
            return off > 0;
        }
    }

    @Test
    @DisplayName("get 开头的、返回 boolean 的 is 与 has 开头的方法是属性，路径是去掉前缀的名字")
    void getters() {
        assertThat(factory.getValidator().validate(new Getters(0)))
                .extracting(violation -> violation.getPropertyPath().toString())
                .containsExactlyInAnyOrder("positive", "small", "large", "limit");
    }

    @Test
    @DisplayName("字段上写 @Validated 编译不过")
    void validatedField() {
        assertThat(Compilation.errors("failures/ValidatedField.java"))
                .contains("ValidatedField.java").contains("not applicable");
    }

    @Test
    @DisplayName("对象里静默失效的写法，连同改法")
    void silentTable() {
        Table table = new Table("违规", "写法");
        for (Silent silent : Silent.values()) {
            table.row(silent.wrongCount.applyAsInt(factory.getValidator()), silent.wrong);
            table.row(silent.rightCount.applyAsInt(factory.getValidator()), "  " + silent.right);
        }
        Recording.check("silent-bean.txt", table.toString());
    }
}
