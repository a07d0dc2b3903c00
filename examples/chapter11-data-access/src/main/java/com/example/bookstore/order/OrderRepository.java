package com.example.bookstore.order;

import java.util.List;

import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Slice;
import org.springframework.data.jpa.repository.EntityGraph;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;

public interface OrderRepository extends JpaRepository<Order, Long> {

    // region fetch
    @Query("""
            select o from Order o left join fetch o.lines l left join fetch l.book
            order by o.id
            """)
    List<Order> findAllWithLines();

    @EntityGraph(attributePaths = {"lines", "lines.book"})
    List<Order> findAllByOrderById();

    @Query("""
            select o.id as id, o.customer as customer, coalesce(sum(l.quantity), 0) as copies
            from Order o left join o.lines l group by o.id, o.customer order by o.id
            """)
    List<OrderSummary> summaries();
    // endregion fetch

    // region page-with-fetch
    @EntityGraph(attributePaths = "lines")
    Slice<Order> findByCustomerStartingWith(String prefix, Pageable page);
    // endregion page-with-fetch

    // region bulk
    @Modifying(clearAutomatically = true)
    @Query("update Order o set o.customer = :customer where o.id = :id")
    int rename(long id, String customer);
    // endregion bulk

    /** 列表页要用的几列，不是实体。 */
    interface OrderSummary {

        long getId();

        String getCustomer();

        long getCopies();
    }
}
