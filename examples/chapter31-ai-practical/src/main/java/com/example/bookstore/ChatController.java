package com.example.bookstore;

import java.security.Principal;
import java.util.Optional;

import com.example.bookstore.Assistant.Piece;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.server.ResponseStatusException;
import reactor.core.publisher.Flux;

/** 顾客看到的页面，以及它发来的请求。 */
@Controller
class ChatController {

    private final Assistant assistant;
    private final WishReader wishes;
    private final Shop shop;
    private final StoreProperties properties;

    ChatController(Assistant assistant, WishReader wishes, Shop shop, StoreProperties properties) {
        this.assistant = assistant;
        this.wishes = wishes;
        this.shop = shop;
        this.properties = properties;
    }

    @GetMapping("/")
    String page(Principal customer, Model model) {
        model.addAttribute("customer", customer.getName());
        model.addAttribute("maxQuestion", properties.maxQuestion());
        model.addAttribute("proposals", shop.proposals(customer.getName()));
        return "chat";
    }

    // region chat
    @PostMapping(path = "/chat", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    @ResponseBody
    Flux<ServerSentEvent<Piece>> chat(Principal customer, @RequestParam String question) {
        if (question.isBlank() || question.length() > properties.maxQuestion()) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST,
                    "问题要有 1 到 " + properties.maxQuestion() + " 个字");
        }
        return assistant.ask(customer.getName(), question)
                .map(piece -> ServerSentEvent.builder(piece).build());
    }
    // endregion chat

    /** 页面的一小块：等着确认的订单。 */
    @GetMapping("/proposals")
    String proposals(Principal customer, Model model) {
        model.addAttribute("proposals", shop.proposals(customer.getName()));
        return "chat :: proposals";
    }

    @PostMapping("/proposals/{id}/confirm")
    String confirm(Principal customer, @PathVariable long id) {
        return switch (shop.confirm(customer.getName(), id)) {
            case ORDERED -> "redirect:/?ordered";
            case SOLD_OUT -> "redirect:/?soldout";
            case NOT_PENDING -> again(customer.getName(), id);
        };
    }

    /** 点了两下：第一下已经办成，浏览器却只显示第二下的回答，所以照第一下的结果回答。 */
    private String again(String customer, long id) {
        return shop.proposals(customer).stream().filter(one -> one.id() == id).findFirst()
                .map(one -> one.status().equals("ORDERED") ? "redirect:/?ordered" : "redirect:/?soldout")
                .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
    }

    /** 要花 token，所以是 POST：别的网站上的一个链接花不掉顾客的额度。 */
    @PostMapping("/wishes")
    String wish(Principal customer, @RequestParam String text, Model model) {
        if (text.isBlank() || text.length() > properties.maxQuestion()) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST);
        }
        Optional<Wish> wish;
        try {
            wish = wishes.read(customer.getName(), text);
        }
        catch (Budget.BudgetExceededException | WishReader.UnavailableException ex) {
            model.addAttribute("problem", ex.getMessage());
            return page(customer, model);
        }
        model.addAttribute("understood", wish);
        model.addAttribute("books", wish.map(one -> shop.cheaperThan(one.topic(), one.maxYuan())).orElse(null));
        return page(customer, model);
    }

    @ExceptionHandler
    @ResponseBody
    ResponseEntity<ProblemDetail> exceeded(Budget.BudgetExceededException ex) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(HttpStatus.TOO_MANY_REQUESTS, ex.getMessage());
        return ResponseEntity.status(HttpStatus.TOO_MANY_REQUESTS)
                .contentType(MediaType.APPLICATION_PROBLEM_JSON).body(problem);
    }
}
