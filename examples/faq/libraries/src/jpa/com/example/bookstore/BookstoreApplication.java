package com.example.bookstore;

import java.util.LinkedHashMap;
import java.util.Map;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
public class BookstoreApplication {

    public static void main(String[] args) {
        try (var context = SpringApplication.run(BookstoreApplication.class, args)) {
            Shop shop = context.getBean(Shop.class);
            Customer customer = shop.open();
            Map<String, Runnable> calls = new LinkedHashMap<>();
            calls.put("delete without a transaction", shop::remove);
            calls.put("delete in a transaction", shop::removeInTransaction);
            calls.put("order for a detached customer", () -> shop.orderForDetached(customer));
            calls.put("order for a reference", () -> shop.orderForReference(customer));
            calls.put("order of an unsaved book", shop::orderUnsaved);
            calls.put("order of a saved book", shop::orderSaved);
            calls.put("query with a wrong name", shop::misspelt);
            calls.put("query with the right name", shop::spelt);
            calls.put("entity without a constructor", shop::findWithoutConstructor);
            calls.put("entity with a constructor", shop::findWithConstructor);
            calls.put("one book of a title", shop::findOne);
            calls.put("all books of a title", shop::findAll);
            calls.put("customer of an order", () -> shop.customerOf(customer));
            calls.put("customer fetched", () -> shop.customerFetched(customer));
            calls.put("orders of a customer", () -> shop.ordersOf(customer));
            calls.put("orders fetched", () -> shop.ordersFetched(customer));
            calls.put("update without a transaction", shop::rename);
            calls.put("update in a transaction", shop::renameInTransaction);
            calls.put("save of an old version", () -> shop.saveStale(customer));
            calls.put("save of the newest version", () -> shop.saveFresh(customer));
            calls.put("save with an unknown id", shop::saveWithUnknownId);
            calls.put("two lists fetched", shop::fetchTwoLists);
            calls.put("one list fetched", shop::fetchOneList);
            calls.put("raw query", shop::rawQuery);
            calls.put("native query", shop::nativeQuery);
            calls.put("remove of a row that is gone", shop::removeTwice);
            calls.put("remove by a query", shop::removeByQuery);
            calls.put("cart without a number", shop::cartWithoutNumber);
            calls.put("cart with a number", shop::cartWithNumber);
            calls.put("item without a book", shop::itemWithoutBook);
            calls.put("list of the items replaced", shop::replaceItems);
            calls.put("list of the items refilled", shop::refillItems);
            calls.put("update without a mark", shop::renameUnmarked);
            calls.put("search without a title", shop::searchAll);
            calls.put("search without a title of a type", shop::searchAllWithType);
            calls.forEach(BookstoreApplication::call);
        }
    }

    /** Runs a call, and prints what the log would say of its failure: the causes, without the stack. */
    private static void call(String name, Runnable call) {
        try {
            call.run();
            System.out.println(name + ": done");
        }
        catch (RuntimeException failure) {
            Throwable cause = failure;
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            System.out.println(name + ": Caused by: " + cause);
            System.out.println(name + ": " + failure.getClass().getSimpleName());
        }
    }
}
