package com.example.bookstore;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** 功能开关：代码已经上线，给百分之几的顾客看，由数据库里的一行决定。 */
@Component
public class Features {

    private final JdbcClient database;

    Features(JdbcClient database) {
        this.database = database;
    }

    // region on
    /** 没有这一行就是关着：忘了写不会把没做完的功能放出去。 */
    public boolean on(String feature, String customer) {
        int percent = database.sql("select percent from feature where name = ?")
                .param(feature).query(Integer.class).optional().orElse(0);
        return bucket(feature + "/" + customer) < percent;
    }

    /** 同一位顾客算出同一个数，开到 30% 时，20% 里的人还在里面。 */
    private static int bucket(String key) {
        CRC32 hash = new CRC32();
        hash.update(key.getBytes(StandardCharsets.UTF_8));
        return (int) (hash.getValue() % 100);
    }
    // endregion on
}
