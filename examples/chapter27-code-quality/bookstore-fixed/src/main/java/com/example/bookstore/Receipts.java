package com.example.bookstore;

import java.util.List;
import org.springframework.stereotype.Component;

/** 收据：寄一封很慢，所以交给别的线程去寄。 */
@Component
public class Receipts {

    private final ReceiptSender sender;

    Receipts(ReceiptSender sender) {
        this.sender = sender;
    }

    public void sendAll(List<String> orders) {
        for (String order : orders) {
            sender.send(order);
        }
    }
}
