package com.example.bookstore.web;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import com.example.bookstore.cart.Cart;
import com.example.bookstore.catalogue.Book;
import com.example.bookstore.catalogue.Catalogue;
import com.example.bookstore.coupon.CouponRefusedException;
import com.example.bookstore.orders.Checkout;
import com.example.bookstore.orders.NewOrder;
import com.example.bookstore.orders.Order;
import com.example.bookstore.orders.OrderState;
import com.example.bookstore.orders.Orders;
import com.example.bookstore.orders.UnknownBookException;
import com.example.bookstore.payment.ProviderClient;
import com.example.bookstore.stock.OutOfStockException;
import com.example.bookstore.stock.Stock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.stereotype.Controller;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.client.RestClientException;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** 给人看的三页：书、购物车、订单。 */
@Controller
class PageController {

    /** 购物车里的一行。 */
    record Row(Book book, int quantity, BigDecimal amount) {
    }

    private static final Logger log = LoggerFactory.getLogger(PageController.class);

    private final Catalogue catalogue;
    private final Stock stock;
    private final Cart cart;
    private final Checkout checkout;
    private final Orders orders;
    private final ProviderClient provider;
    private final RateLimit limit;

    PageController(Catalogue catalogue, Stock stock, Cart cart, Checkout checkout, Orders orders,
            ProviderClient provider, RateLimit limit) {
        this.catalogue = catalogue;
        this.stock = stock;
        this.cart = cart;
        this.checkout = checkout;
        this.orders = orders;
        this.provider = provider;
        this.limit = limit;
    }

    @GetMapping("/")
    String books(Model model, @AuthenticationPrincipal UserDetails user) {
        model.addAttribute("signedIn", user != null);
        model.addAttribute("books", catalogue.all());
        model.addAttribute("available", stock.available());
        return "books";
    }

    @GetMapping("/login")
    String login() {
        return "login";
    }

    @GetMapping("/cart")
    String cart(Model model, @AuthenticationPrincipal UserDetails user) {
        Map<String, Integer> items = cart.items(user.getUsername());
        Map<String, Book> books = catalogue.find(items.keySet());
        // 下架了的书看不见，也就拿不掉，留着会让整车都下不了单
        items.keySet().stream().filter(isbn -> !books.containsKey(isbn))
                .forEach(isbn -> cart.remove(user.getUsername(), isbn));
        List<Row> rows = books.values().stream().map(book -> new Row(book,
                items.get(book.isbn()), book.price().multiply(BigDecimal.valueOf(items.get(book.isbn()))))).toList();
        model.addAttribute("rows", rows);
        model.addAttribute("sum", rows.stream().map(Row::amount).reduce(BigDecimal.ZERO, BigDecimal::add));
        model.addAttribute("key", UUID.randomUUID());
        model.addAttribute("orders", orders.ofCustomer(user.getUsername()));
        return "cart";
    }

    @PostMapping("/cart/add")
    String add(@RequestParam String isbn, @AuthenticationPrincipal UserDetails user) {
        if (!catalogue.find(List.of(isbn)).isEmpty()) {
            cart.add(user.getUsername(), isbn, 1);
        }
        return "redirect:/cart";
    }

    @PostMapping("/cart/remove")
    String remove(@RequestParam String isbn, @AuthenticationPrincipal UserDetails user) {
        cart.remove(user.getUsername(), isbn);
        return "redirect:/cart";
    }

    @PostMapping("/checkout")
    String place(@RequestParam String key, @RequestParam(required = false) String coupon,
            @AuthenticationPrincipal UserDetails user, RedirectAttributes redirect) {
        String customer = user.getUsername();
        Map<String, Integer> items = cart.items(customer);
        // 先读购物车，再查编号：按了两次的，第二次来时购物车可能已经空了
        Optional<Long> before = checkout.placed(customer, key);
        if (before.isPresent()) {
            return "redirect:/orders/" + before.get();
        }
        try {
            NewOrder order = new NewOrder(customer, key, items, coupon);
            if (!limit.allows(customer)) {
                throw new TooManyOrdersException();
            }
            long id = checkout.place(order);
            cart.clear(customer);
            return "redirect:/orders/" + id;
        }
        catch (UnknownBookException | OutOfStockException | CouponRefusedException | TooManyOrdersException
                | IllegalArgumentException ex) {
            redirect.addFlashAttribute("problem", ex.getMessage());
            return "redirect:/cart";
        }
    }

    @GetMapping("/orders/{id}")
    String order(@PathVariable long id, Model model, @AuthenticationPrincipal UserDetails user) {
        model.addAttribute("order", mine(id, user));
        return "order";
    }

    @PostMapping("/orders/{id}/pay")
    String pay(@PathVariable long id, @AuthenticationPrincipal UserDetails user, RedirectAttributes redirect) {
        Order order = mine(id, user);
        if (order.state() == OrderState.PENDING) {
            try {
                return "redirect:" + provider.charge(id, order.total());
            }
            catch (RestClientException ex) {
                redirect.addFlashAttribute("problem", "支付方没有答复，请稍后再试");
            }
        }
        return "redirect:/orders/" + id;
    }

    private Order mine(long id, UserDetails user) {
        return orders.find(id).filter(order -> order.customer().equals(user.getUsername()))
                .orElseThrow(() -> new UnknownOrderException(id));
    }

    /** 与接口的 503 是同一回事。表单里有编号，顾客刷新不会多下一单；回到购物车是新的编号，所以请他先看我的订单。 */
    @ExceptionHandler({CannotCreateTransactionException.class, TransientDataAccessException.class,
            DataAccessResourceFailureException.class, TransactionSystemException.class})
    @ResponseStatus(HttpStatus.SERVICE_UNAVAILABLE)
    String busy(RuntimeException ex) {
        log.warn("数据库或 Redis 忙，请顾客再来：{}", String.valueOf(NestedExceptionUtils.getMostSpecificCause(ex)));
        return "busy";
    }

    @ExceptionHandler(UnknownOrderException.class)
    @ResponseStatus(HttpStatus.NOT_FOUND)
    String unknown() {
        return "unknown";
    }
}
