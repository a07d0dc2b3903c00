package com.example.bookstore;

import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;

public interface BookMapper {

    @Select("select count(*) from information_schema.tables where table_name = 'BOOK'")
    int count();

    /** Has no statement: neither here nor in an XML file. */
    int countSold();

    @Select("select count(*) from information_schema.tables where table_name = #{nmae}")
    int countMisspelt(@Param("name") String name);

    @Select("select count(*) from information_schema.tables where table_name = #{name}")
    int countSpelt(@Param("name") String name);
}
