package com.example.bookstore;

import static org.mockito.BDDMockito.given;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.jsonPath;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

import java.math.BigDecimal;
import java.util.Optional;

import com.example.audit.AuditLog;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.autoconfigure.web.servlet.WebMvcTest;
import org.springframework.boot.test.mock.mockito.MockBean;
import org.springframework.context.annotation.Import;
import org.springframework.test.web.servlet.MockMvc;

// region slice
@WebMvcTest(BookController.class)
@Import(SecurityConfig.class)
class BookControllerTests {

    @Autowired
    private MockMvc mvc;

    @MockBean
    private BookRepository books;

    @MockBean
    private AuditLog audit;

    @Test
    void readsOneBook() throws Exception {
        Book book = new Book("春天的启动", "978-1", new BigDecimal("39.00"));
        given(books.findByIsbn("978-1")).willReturn(Optional.of(book));
        mvc.perform(get("/books/978-1")).andExpect(status().isOk())
                .andExpect(jsonPath("price").value("39.00"));
    }
}
// endregion slice
