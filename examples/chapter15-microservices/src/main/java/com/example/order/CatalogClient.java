package com.example.order;

import java.util.Collection;
import java.util.List;

import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.annotation.HttpExchange;

// region client
/** 目录服务的远程接口，实现由 Spring 生成。 */
@HttpExchange("/books")
public interface CatalogClient {

    @GetExchange("/{isbn}")
    Book book(@PathVariable String isbn);

    @GetExchange
    List<Book> books(@RequestParam Collection<String> isbn);
}
// endregion client
