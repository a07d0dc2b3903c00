package com.example.bookstore;

import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.bookstore.catalog.BookIsbn;
import com.example.bookstore.catalog.BookRequest;
import com.example.bookstore.catalog.BookRequest.AuthorRequest;
import com.example.bookstore.catalog.BookTitle;
import com.example.bookstore.catalog.Books;
import com.example.bookstore.catalog.Lookup;
import com.example.bookstore.catalog.UnusedIsbn;

import jakarta.validation.GroupSequence;
import jakarta.validation.Valid;
import jakarta.validation.Validator;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Null;
import jakarta.validation.groups.Default;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.test.context.bean.override.mockito.MockitoSpyBean;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.clearInvocations;
import static org.mockito.Mockito.mockingDetails;

@SpringBootTest(webEnvironment = WebEnvironment.NONE)
@DisplayName("分组与组序列")
class GroupTests {

    @Autowired
    Validator validator;

    @MockitoSpyBean
    Books books;

    // region groups
    interface OnCreate {
    }

    interface OnUpdate {
    }

    interface OnSave extends Default {
    }

    record BookForm(
            @Null(groups = OnCreate.class) @NotNull(groups = OnUpdate.class) Long id,
            @NotBlank String title,
            @NotNull(groups = OnSave.class) BigDecimal price) {
    }
    // endregion groups

    @Test
    @DisplayName("校验哪一组，就只执行属于那一组的约束")
    void matrix() {
        BookForm withId = new BookForm(7L, "", null);
        Table table = new Table("校验的组", "违规的字段");
        table.row("（不写，就是 Default）", fields(withId));
        table.row("OnCreate", fields(withId, OnCreate.class));
        table.row("OnUpdate", fields(withId, OnUpdate.class));
        table.row("OnCreate, Default", fields(withId, OnCreate.class, Default.class));
        table.row("OnSave", fields(withId, OnSave.class));
        Recording.check("groups.txt", table.toString());
    }

    private String fields(Object bean, Class<?>... groups) {
        return validator.validate(bean, groups).stream()
                .map(violation -> violation.getPropertyPath().toString())
                .sorted().collect(Collectors.joining(", "));
    }

    record Unordered(@BookIsbn @UnusedIsbn String isbn, @BookTitle String title,
            List<@Valid AuthorRequest> authors) {
    }

    @Test
    @DisplayName("有组序列，前一组不过就不查书架；走进去的作者不在序列里")
    void sequence() {
        Table table = new Table("请求", "没有组序列", "有组序列");
        for (var row : List.of(List.of("都对", "9787121429064", "凤凰架构", "周志明"),
                List.of("已经上架过", "9787111641247", "Java 核心技术", "周志明"),
                List.of("书名是空的", "9787121429064", "", "周志明"),
                List.of("作者名是空的", "9787121429064", "凤凰架构", ""))) {
            BookRequest book = book(row.get(1), row.get(2), row.get(3));
            table.row(row.get(0), run(new Unordered(book.isbn(), book.title(),
                    book.authors())), run(book));
        }
        Recording.check("group-sequence.txt", table.toString());
        assertThat(run(book("9787121429064", "", "周志明"))).isEqualTo("查 0 次，违规 1");
        // 序列写在接口上，校验时点名它，里面一层也排得到
        var blankAuthor = new Labelled("9787121429064", List.of(new AuthorRequest("")));
        assertThat(run(blankAuthor, Ordered.class)).isEqualTo("查 0 次，违规 1");
    }

    private String run(Object bean, Class<?>... groups) {
        clearInvocations(books);
        Set<?> violations = validator.validate(bean, groups);
        return "查 %d 次，违规 %d".formatted(
                mockingDetails(books).getInvocations().size(), violations.size());
    }

    @GroupSequence({Default.class, Lookup.class})
    interface Ordered {
    }

    record Labelled(@UnusedIsbn(groups = Lookup.class) String isbn,
            List<@Valid AuthorRequest> authors) {
    }

    private static BookRequest book(String isbn, String title, String author) {
        return new BookRequest(isbn, title, new BigDecimal("99.00"),
                List.of(new AuthorRequest(author)), List.of("架构"));
    }
}
