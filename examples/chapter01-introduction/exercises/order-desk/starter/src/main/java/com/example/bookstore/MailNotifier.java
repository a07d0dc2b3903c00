package com.example.bookstore;

public class MailNotifier implements Notifier {

    @Override
    public void send(String text) {
        System.out.println("邮件：" + text);
    }
}
