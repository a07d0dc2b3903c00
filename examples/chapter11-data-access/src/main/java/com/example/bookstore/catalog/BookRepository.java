package com.example.bookstore.catalog;

import java.util.List;
import java.util.Optional;

/** 存书的地方。不说怎样存，三个类各有各的写法。 */
public interface BookRepository {

    /**
     * 没有 id 的书是新增，有 id 的是修改。
     *
     * @return 存好的书，带着 id 与版本号
     * @throws org.springframework.dao.DuplicateKeyException ISBN 已经有了
     * @throws org.springframework.dao.OptimisticLockingFailureException 这本书读出来
     *         之后，被别人改过或者删掉了
     */
    Book save(Book book);

    Optional<Book> findById(long id);

    /** 便宜的在前。 */
    List<Book> search(BookSearch search);

    /**
     * 用一条语句扣库存。
     *
     * @return 库存够不够
     */
    boolean deductStock(long id, int quantity);

    void deleteById(long id);
}
