package com.example.bookstore.promotion;

import java.time.LocalDate;

/** 有开始与结束日期的活动。 */
public interface Period {

    LocalDate from();

    LocalDate to();
}
