package com.example.bookstore.catalog;

import java.util.List;
import java.util.Optional;

import org.apache.ibatis.annotations.Delete;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;

// region find-one
@Mapper
public interface BookMapper {

    @Select("select id, isbn, title, price, stock, version from book where id = #{id}")
    Optional<Book> findById(long id);
    // endregion find-one

    // region mapper
    @Insert("""
            insert into book (isbn, title, price, stock, version)
            values (#{book.isbn}, #{book.title}, #{book.price}, #{book.stock},
                #{book.version})
            """)
    @Options(useGeneratedKeys = true, keyProperty = "key.id", keyColumn = "id")
    int insert(Book book, GeneratedKey key);
    // endregion mapper

    @Update("""
            update book set isbn = #{isbn}, title = #{title}, price = #{price},
                stock = #{stock}, version = version + 1
            where id = #{id} and version = #{version}
            """)
    int update(Book book);

    // region find
    /** 动态条件写在 {@code mapper/BookMapper.xml} 里。 */
    List<Book> search(BookSearch search);
    // endregion find

    @Update("""
            update book set stock = stock - #{quantity}, version = version + 1
            where id = #{id} and stock >= #{quantity}
            """)
    int deductStock(long id, int quantity);

    @Delete("delete from book where id = #{id}")
    int deleteById(long id);

    /** MyBatis 把自增主键写进一个属性，record 没有能写的属性，所以另设这个类。 */
    class GeneratedKey {

        private long id;

        public long getId() {
            return id;
        }

        public void setId(long id) {
            this.id = id;
        }
    }
}
