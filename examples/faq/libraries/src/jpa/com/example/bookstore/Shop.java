package com.example.bookstore;

import java.util.ArrayList;
import java.util.List;

import jakarta.persistence.EntityManager;
import org.hibernate.Session;
import org.springframework.data.jpa.repository.support.JpaRepositoryFactory;
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

    void fetchTwoLists() {
        entities.createQuery("select c from Customer c left join fetch c.orders left join fetch c.addresses", Customer.class)
                .getResultList();
    }

    void fetchOneList() {
        entities.createQuery("select c from Customer c left join fetch c.orders", Customer.class).getResultList();
    }

    void rawQuery() {
        new JpaRepositoryFactory(entities).getRepository(RawQueries.class);
    }

    void nativeQuery() {
        new JpaRepositoryFactory(entities).getRepository(RawQueries.Native.class).findRaw("活着");
    }

    /** Another has deleted the row meanwhile. */
    @Transactional
    public void removeTwice() {
        entities.unwrap(Session.class).setJdbcBatchSize(10);
        Book book = new Book("9787506389402", "文城");
        entities.persist(book);
        entities.flush();
        removeByQuery();
        entities.remove(book);
        entities.flush();
    }

    /** A query that removes nothing is no failure. */
    @Transactional
    public void removeByQuery() {
        entities.createQuery("delete from Book b where b.isbn = '9787506389402'").executeUpdate();
    }

    @Transactional
    public void cartWithoutNumber() {
        entities.persist(new Cart(null));
    }

    @Transactional
    public void cartWithNumber() {
        Cart cart = new Cart("1");
        cart.refill(List.of(new Cart.Item(ISBN)));
        entities.persist(cart);
    }

    @Transactional
    public void itemWithoutBook() {
        entities.persist(new Cart.Item(null));
    }

    @Transactional
    public void replaceItems() {
        entities.find(Cart.class, "1").replace(new ArrayList<>());
    }

    @Transactional
    public void refillItems() {
        entities.find(Cart.class, "1").refill(List.of());
    }

    @Transactional
    public void renameUnmarked() {
        books.renameUnmarked(ISBN, "活着");
    }

    void searchAll() {
        books.search(null);
    }

    void searchAllWithType() {
        books.searchWithType(null);
    }
}
