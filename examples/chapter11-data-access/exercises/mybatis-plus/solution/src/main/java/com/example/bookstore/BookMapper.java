package com.example.bookstore;

import com.baomidou.mybatisplus.core.mapper.BaseMapper;
import org.apache.ibatis.annotations.Mapper;

/** 增删改查与分页都由父接口带来。 */
@Mapper
public interface BookMapper extends BaseMapper<Book> {
}
