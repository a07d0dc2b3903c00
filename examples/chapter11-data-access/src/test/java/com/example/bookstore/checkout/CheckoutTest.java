package com.example.bookstore.checkout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.example.bookstore.catalog.Book;
import com.example.bookstore.catalog.JdbcBookRepository;
import com.example.bookstore.support.OnH2;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;

@OnH2
class CheckoutTest {

    @Autowired
    JdbcBookRepository books;
    @Autowired
    SaleRecords sales;
    @Autowired
    CarelessCheckout careless;
    @Autowired
    Checkout checkout;
    @Autowired
    JdbcClient jdbc;
    long book;

    @BeforeEach
    void tenCopies() {
        book = books.save(Book.create("9787111999999", "事务", "59.90", 10)).id();
    }

    @AfterEach
    void clear() {
        jdbc.sql("delete from sale").update();
        books.deleteById(book);
    }

    private int stock() {
        return books.findById(book).orElseThrow().stock();
    }

    @Test
    @DisplayName("没有事务：订单号重复，记账失败，库存已经扣了")
    void careless() {
        careless.buy("A-1", book, 1);
        assertThatThrownBy(() -> careless.buy("A-1", book, 1))
                .isInstanceOf(DuplicateKeyException.class);
        assertThat(stock()).isEqualTo(8);
        assertThat(sales.orderNumbers()).containsExactly("A-1");
        assertThat(AopUtils.isAopProxy(careless)).isFalse();
    }

    @Test
    @DisplayName("有事务：记账失败，扣掉的库存退回来")
    void inOneTransaction() {
        checkout.buy("A-1", book, 1);
        assertThatThrownBy(() -> checkout.buy("A-1", book, 1))
                .isInstanceOf(DuplicateKeyException.class);
        assertThat(stock()).isEqualTo(9);
        assertThat(sales.orderNumbers()).containsExactly("A-1");
    }

    @Test
    @DisplayName("买 -5 本：多出来的库存随事务退掉；没有事务就留下了")
    void negativeQuantity() {
        assertThatThrownBy(() -> checkout.buy("A-1", book, -5))
                .isInstanceOf(DataIntegrityViolationException.class);
        assertThat(stock()).isEqualTo(10);

        assertThatThrownBy(() -> careless.buy("A-2", book, -5))
                .isInstanceOf(DataIntegrityViolationException.class);
        assertThat(stock()).isEqualTo(15);
        assertThat(sales.orderNumbers()).isEmpty();
    }

    @Test
    @DisplayName("注入的 Checkout 是代理，是 Checkout 的子类")
    void proxy() {
        assertThat(AopUtils.isCglibProxy(checkout)).isTrue();
        assertThat(checkout.getClass()).isNotEqualTo(Checkout.class);
        assertThat(checkout.getClass().getSuperclass()).isEqualTo(Checkout.class);
    }

    @Test
    @DisplayName("库存不够：抛异常，什么也没有记")
    void outOfStock() {
        assertThatThrownBy(() -> checkout.buy("A-1", book, 11))
                .isInstanceOf(OutOfStockException.class);
        assertThat(stock()).isEqualTo(10);
        assertThat(sales.orderNumbers()).isEmpty();
    }
}
