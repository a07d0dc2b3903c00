package com.example.bookstore.catalog;

import java.math.BigDecimal;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

// region pages
@Controller
class CatalogPages {

    private final List<Book> books = new CopyOnWriteArrayList<>(List.of(
            new Book("凤凰架构", new BigDecimal("99.00")),
            new Book("Java 核心技术", new BigDecimal("129.00"))));

    @GetMapping("/catalog")
    String list(Model model) {
        model.addAttribute("books", books);
        return "catalog";
    }

    @PostMapping("/catalog")
    String add(@RequestParam String title, @RequestParam BigDecimal price,
            RedirectAttributes redirect) {
        books.add(new Book(title, price));
        redirect.addFlashAttribute("message", "已上架：" + title);
        return "redirect:/catalog";
    }
}
// endregion pages
