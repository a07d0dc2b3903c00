package com.example.bookstore;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

@Service
public class BookImport {

    private final JdbcClient jdbc;

    BookImport(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    // region import
    /**
     * 导入书和库存。失败的那本一行也不留，别的书不受影响。
     *
     * @return 失败的书名
     */
    public List<String> importAll(Map<String, Integer> copiesByTitle) {
        List<String> failed = new ArrayList<>();
        copiesByTitle.forEach((title, copies) -> {
            try {
                importOne(title, copies);
            }
            catch (RuntimeException ex) {
                failed.add(title);
            }
        });
        return failed;
    }

    @Transactional(propagation = Propagation.REQUIRES_NEW)
    public void importOne(String title, int copies) {
        jdbc.sql("insert into book values (?)").param(title).update();
        jdbc.sql("insert into stock values (?, ?)").params(title, copies).update();
    }
    // endregion import
}
