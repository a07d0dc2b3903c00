package com.example.bookstore.catalog;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

import jakarta.persistence.LockModeType;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Lock;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;

// region repository
/** Spring Data 的仓储：只写接口，实现由 Spring Data 在启动时生成。 */
public interface BookEntities extends JpaRepository<BookEntity, Long> {

    List<BookEntity> findByStockLessThanOrderByTitle(int stock);
    // endregion repository

    // region all
    @Query("""
            select b from BookEntity b
            where (:title is null or b.title ilike :title escape '!')
              and (:maxPrice is null or b.price <= :maxPrice)
            order by b.price, b.id
            limit :limit offset :offset
            """)
    List<BookEntity> search(String title, BigDecimal maxPrice, int limit, int offset);

    @Modifying(flushAutomatically = true, clearAutomatically = true)
    @Query("""
            update versioned BookEntity b set b.stock = b.stock - :quantity
            where b.id = :id and b.stock >= :quantity
            """)
    int deductStock(long id, int quantity);
    // endregion all

    // region pessimistic
    @Lock(LockModeType.PESSIMISTIC_WRITE)
    @Query("select b from BookEntity b where b.id = :id")
    Optional<BookEntity> findLockedById(long id);
    // endregion pessimistic
}
