package com.example.bookstore;

import java.util.List;

import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

public interface OrderRepository extends JpaRepository<BookOrder, Long> {

    List<BookOrder> findByCustomerId(Long id);

    @Query("select o from BookOrder o join fetch o.customer c where c.id = ?1")
    List<BookOrder> findWithCustomer(Long id);
}
