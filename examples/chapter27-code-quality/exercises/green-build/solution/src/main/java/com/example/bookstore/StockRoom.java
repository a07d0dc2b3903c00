package com.example.bookstore;

import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.Map;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import org.jspecify.annotations.NullMarked;

/** 库房：进货、取书、写取书单。 */
@NullMarked
public class StockRoom {

    @GuardedBy("this")
    private final Map<String, Integer> left = new HashMap<>();

    /** 进货，至少一本。 */
    public synchronized void deliver(String isbn, int copies) {
        if (copies < 1) {
            throw new IllegalArgumentException("至少进一本，不能是 " + copies);
        }
        left.merge(isbn, copies, Math::addExact);
    }

    // region take
    /** 取一本；没有了，或者没有这本书，返回 false。 */
    public synchronized boolean take(String isbn) {
        int now = left.getOrDefault(isbn, 0);
        if (now == 0) {
            return false;
        }
        left.put(isbn, now - 1);
        return true;
    }

    /** 取书单：日期，空格，去掉首尾空格的 ISBN。 */
    public String slip(String isbn, LocalDate day) {
        return DateTimeFormatter.ofPattern("yyyy-MM-dd").format(day) + " " + isbn.strip();
    }
    // endregion take
}
