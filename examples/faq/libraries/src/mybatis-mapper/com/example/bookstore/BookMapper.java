package com.example.bookstore;

import org.apache.ibatis.annotations.Select;

/** Lacks {@code @Mapper}. */
public interface BookMapper {

    @Select("select count(*) from information_schema.tables where table_name = 'BOOK'")
    int count();
}
