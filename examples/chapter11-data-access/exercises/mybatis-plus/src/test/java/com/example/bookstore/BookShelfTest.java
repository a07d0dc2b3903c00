package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

@SpringBootTest(properties = {"spring.datasource.generate-unique-name=true", "logging.level.root=warn"})
class BookShelfTest {

    @Autowired
    BookShelf shelf;
    @Autowired
    BookMapper books;

    @BeforeEach
    void threeBooks() {
        books.delete(null);
        for (String title : new String[] {"甲", "乙", "丙"}) {
            Book book = new Book();
            book.setTitle(title);
            book.setSubtitle("副标题");
            books.insert(book);
        }
    }

    @Test
    @DisplayName("去掉副标题：数据库里真的变成 null")
    void removeSubtitle() {
        long id = books.selectList(null).getFirst().getId();
        shelf.removeSubtitle(id);
        assertThat(books.selectById(id).getSubtitle()).isNull();
        assertThat(books.selectById(id).getTitle()).isEqualTo("甲");
    }

    @Test
    @DisplayName("每页两本：第一页两本，第二页一本")
    void page() {
        assertThat(shelf.page(1, 2)).extracting(Book::getTitle).containsExactly("甲", "乙");
        assertThat(shelf.page(2, 2)).extracting(Book::getTitle).containsExactly("丙");
    }
}
