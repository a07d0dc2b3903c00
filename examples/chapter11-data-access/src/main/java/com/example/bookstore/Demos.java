package com.example.bookstore;

import java.util.Map;

import com.example.bookstore.catalog.BookEntities;
import com.example.bookstore.catalog.BookRepository;
import com.example.bookstore.catalog.BookSearch;
import com.example.bookstore.catalog.BookTitles;
import com.example.bookstore.catalog.JdbcBookRepository;
import com.example.bookstore.checkout.CarelessCheckout;
import com.example.bookstore.checkout.Checkout;
import com.example.bookstore.checkout.SaleRecords;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;

/** 启动之后演一段给你看，演哪一段由 {@code bookstore.demo} 决定。 */
@Configuration(proxyBeanMethods = false)
class Demos {

    private static final long BOOK = 1;

    /** 同一张订单提交两次：没有事务的少一本书，有事务的不少。 */
    @Bean
    @ConditionalOnProperty(name = "bookstore.demo", havingValue = "checkout")
    ApplicationRunner checkoutDemo(JdbcClient jdbc, JdbcBookRepository books, SaleRecords sales,
            CarelessCheckout careless, Checkout checkout) {
        return args -> {
            // 上一次演完留在真实数据库里的，先收拾掉
            sales.deleteAll();
            jdbc.sql("update book set stock = 10, version = 0 where id = :id").param("id", BOOK).update();
            System.out.println(books.findById(BOOK).orElseThrow());
            Story story = new Story(books, sales);
            story.tell("没有事务", "A-1001", careless::buy);
            story.tell("有事务", "A-1002", checkout::buy);
        };
    }

    private record Story(BookRepository books, SaleRecords sales) {

        void tell(String title, String orderNo, Buying buying) {
            System.out.println(title);
            print("下单之前");
            buying.buy(orderNo, BOOK, 1);
            print("提交 " + orderNo);
            try {
                buying.buy(orderNo, BOOK, 1);
            }
            catch (DuplicateKeyException ex) {
                print("又提交 " + orderNo + "，" + ex.getClass().getSimpleName());
            }
        }

        private void print(String what) {
            System.out.printf("  %s：库存 %d，订单 %s%n", what,
                    books.findById(BOOK).orElseThrow().stock(), sales.orderNumbers());
        }
    }

    private interface Buying {

        void buy(String orderNo, long bookId, int quantity);
    }

    /** 改一个属性、按方法名查一次，看 Hibernate 发了哪些 SQL。 */
    @Bean
    @ConditionalOnProperty(name = "bookstore.demo", havingValue = "jpa")
    ApplicationRunner jpaDemo(BookTitles titles, BookEntities books) {
        return args -> {
            titles.rename(BOOK, "Spring 实战（第 2 版）");
            books.findByStockLessThanOrderByTitle(6)
                    .forEach(book -> System.out.println(book.toBook()));
        };
    }

    /** 拿同一个问题去问容器里的三个实现。 */
    @Bean
    @ConditionalOnProperty(name = "bookstore.demo", havingValue = "three-ways")
    ApplicationRunner threeWaysDemo(Map<String, BookRepository> repositories) {
        BookSearch springBooks = BookSearch.title("spring");
        return args -> repositories.forEach((name, repository) -> {
            System.out.println(name);
            repository.search(springBooks).forEach(book -> System.out.println("  " + book));
        });
    }
}
