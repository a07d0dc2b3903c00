package com.example.bookstore;

import jakarta.persistence.EntityManager;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** What goes wrong with JPA, each beside what goes well. */
@Service
public class Shop {

    private static final String ISBN = "9787506365437";

    private static final String SOLD_OUT = "9787544253994";

    private final BookRepository books;

    private final CustomerRepository customers;

    private final OrderRepository orders;

    private final EntityManager entities;

    Shop(BookRepository books, CustomerRepository customers, OrderRepository orders, EntityManager entities) {
        this.books = books;
        this.customers = customers;
        this.orders = orders;
        this.entities = entities;
    }

    @Transactional
    public Customer open() {
        entities.persist(new Book(ISBN, "活着"));
        entities.persist(new Book("9787020024759", "活着"));
        entities.persist(new Book(SOLD_OUT, "百年孤独"));
        Customer customer = new Customer("小王");
        entities.persist(customer);
        entities.persist(new Coupon("SPRING"));
        return customer;
    }

    void remove() {
        books.deleteByIsbn(SOLD_OUT);
    }

    @Transactional
    public void removeInTransaction() {
        books.deleteByIsbn(SOLD_OUT);
    }

    /** The customer was read in a transaction that is over. */
    @Transactional
    public void orderForDetached(Customer customer) {
        entities.persist(new BookOrder(customer, null));
    }

    @Transactional
    public void orderForReference(Customer customer) {
        entities.persist(new BookOrder(entities.getReference(Customer.class, customer.getId()), null));
    }

    @Transactional
    public void orderUnsaved() {
        entities.persist(new BookOrder(null, new Book("9787530211205", "兄弟")));
    }

    @Transactional
    public void orderSaved() {
        Book book = new Book("9787530211205", "兄弟");
        entities.persist(book);
        entities.persist(new BookOrder(null, book));
    }

    void misspelt() {
        entities.createQuery("select b from Book b where b.titel = '活着'", Book.class).getResultList();
    }

    void spelt() {
        entities.createQuery("select b from Book b where b.title = '活着'", Book.class).getResultList();
    }

    void findWithoutConstructor() {
        entities.find(Coupon.class, "SPRING");
    }

    void findWithConstructor() {
        entities.find(Book.class, ISBN);
    }

    void findOne() {
        books.findByTitle("活着");
    }

    void findAll() {
        books.findAllByTitle("活着");
    }

    /** The customer of an order is read when it is asked for; the session is over by then. */
    void customerOf(Customer customer) {
        orders.findByCustomerId(customer.getId()).getFirst().getCustomer().getName();
    }

    void customerFetched(Customer customer) {
        orders.findWithCustomer(customer.getId()).getFirst().getCustomer().getName();
    }

    void ordersOf(Customer customer) {
        customers.findById(customer.getId()).orElseThrow().getOrders().size();
    }

    void ordersFetched(Customer customer) {
        customers.findWithOrders(customer.getId()).orElseThrow().getOrders().size();
    }

    void rename() {
        books.rename(ISBN, "活着（新版）");
    }

    @Transactional
    public void renameInTransaction() {
        books.rename(ISBN, "活着（新版）");
    }

    /** Both have read the customer; the other saves first. */
    void saveStale(Customer customer) {
        Customer mine = customers.findById(customer.getId()).orElseThrow();
        Customer theirs = customers.findById(customer.getId()).orElseThrow();
        theirs.setName("小王先生");
        customers.save(theirs);
        mine.setName("王小姐");
        customers.save(mine);
    }

    void saveFresh(Customer customer) {
        Customer mine = customers.findById(customer.getId()).orElseThrow();
        mine.setName("王小姐");
        customers.save(mine);
    }

    void saveWithUnknownId() {
        customers.save(new Customer(99L, "小张"));
    }
}
