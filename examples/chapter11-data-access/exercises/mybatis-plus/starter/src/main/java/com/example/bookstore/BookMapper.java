package com.example.bookstore;

import com.baomidou.mybatisplus.core.mapper.BaseMapper;
import org.apache.ibatis.annotations.Mapper;

/** Insert, update, delete, select and page come with the base interface. */
@Mapper
public interface BookMapper extends BaseMapper<Book> {
}
