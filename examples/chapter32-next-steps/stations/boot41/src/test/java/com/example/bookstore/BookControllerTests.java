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
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.web.servlet.MockMvc;

@WebMvcTest(BookController.class)
@Import(SecurityConfig.class)
class BookControllerTests {

    @Autowired
    private MockMvc mvc;

    @MockitoBean
    private BookRepository books;

    @MockitoBean
    private AuditLog audit;

    @Test
    void readsOneBook() throws Exception {
        Book book = new Book("春天的启动", "978-1", new BigDecimal("39.00"));
        given(books.findByIsbn("978-1")).willReturn(Optional.of(book));
        mvc.perform(get("/books/978-1")).andExpect(status().isOk())
                .andExpect(jsonPath("price").value("39.00"));
    }
}
