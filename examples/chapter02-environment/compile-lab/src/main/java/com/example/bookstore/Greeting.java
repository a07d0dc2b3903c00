package com.example.bookstore;

public class Greeting {

    // 编码错了，中文就会变
    public static void main(String[] args) {
        System.out.println("你好，书店");
    }
}
