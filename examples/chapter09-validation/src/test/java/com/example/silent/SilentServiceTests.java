package com.example.silent;

import java.util.function.Function;

import com.example.book.Recording;
import com.example.book.Table;

import jakarta.validation.ConstraintViolationException;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.validation.autoconfigure.ValidationAutoConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(classes = Services.class)
@ImportAutoConfiguration(ValidationAutoConfiguration.class)
@DisplayName("服务里静默失效的写法")
class SilentServiceTests {

    @Autowired
    BeanFactory beans;

    enum Silent {
        SELF_INVOCATION("自调用：同一个类里 shelve(title)",
                beans -> beans.getBean(Services.Clerk.class).shelveAll("")),
        NO_VALIDATED("类上没有 @Validated",
                beans -> beans.getBean(Services.PlainClerk.class).shelve("")),
        ON_METHOD("@Validated 只写在方法上",
                beans -> beans.getBean(Services.MethodClerk.class).shelve("")),
        BY_HAND("自己 new 的对象", beans -> new Services.Clerk().shelve("")),
        FINAL("没有用到字段的 final 方法", beans -> beans.getBean(Services.Clerk.class).shelveFinal("")),
        NO_VALID("参数 Draft 没写 @Valid",
                beans -> beans.getBean(Services.Clerk.class).draftWithoutValid(new Draft("")));

        final String how;
        final Function<BeanFactory, String> call;

        Silent(String how, Function<BeanFactory, String> call) {
            this.how = how;
            this.call = call;
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("空书名照样上架")
    void silent(Silent silent) {
        assertThat(silent.call.apply(beans)).isEqualTo("上架了");
    }

    @Test
    @DisplayName("服务方法的参数上写 @Validated：编译得过，不起作用")
    void validatedOnAParameter() {
        assertThat(beans.getBean(Services.HintClerk.class).draft(new Draft(""))).isEqualTo("上架了");
    }

    @Test
    @DisplayName("服务里静默失效的写法；最后两行是对照")
    void silentTable() {
        Table table = new Table("结果", "写法");
        for (Silent silent : Silent.values()) {
            table.row(outcome(silent.call), silent.how);
        }
        table.row(outcome(beans -> beans.getBean(Services.Clerk.class).shelve("")),
                "对照：从外面调用 shelve(title)");
        table.row(outcome(beans -> beans.getBean(Services.Clerk.class).draft(new Draft(""))),
                "对照：从外面调用 draft(@Valid Draft)");
        assertThat(table.toString()).containsSubsequence("shelve.title", "draft.draft.title");
        Recording.check("silent-service.txt", table.toString());
    }

    private String outcome(Function<BeanFactory, String> call) {
        try {
            return call.apply(beans);
        }
        catch (ConstraintViolationException ex) {
            return ex.getMessage();
        }
    }
}
