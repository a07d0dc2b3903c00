package com.example.versions;

import com.example.bookstore.ShelfBook;
import com.example.measure.AbTest;
import com.fasterxml.jackson.databind.ObjectMapper;

/** A mapper for each book, and one for all: Jackson 2, as Boot 3.5 has it. */
public class Mapper {

    private static final ShelfBook BOOK = new ShelfBook("9787536692930", "三体", "刘慈欣");
    private static final ObjectMapper SHARED = new ObjectMapper();

    private static Object write(boolean anew) throws Exception {
        String json = null;
        for (int i = 0; i < 50; i++) {
            json = (anew ? new ObjectMapper() : SHARED).writeValueAsString(BOOK);
        }
        return json;
    }

    public static void main(String[] args) throws Exception {
        AbTest.Result result = AbTest.run("每次新建", () -> write(true), "一直用一个", () -> write(false), 20);
        System.out.print(result);
        System.out.println("said:real=" + result.real());
        System.out.println("said:ratio=" + result.ratio());
    }
}
