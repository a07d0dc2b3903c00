package com.example.container;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;

public final class ContainerDemo {

    private ContainerDemo() {
    }

    public static void main(String[] args) {
        // region by-hand
        OrderDesk byHand = new OrderDesk(new Catalog(), new MailNotifier());
        byHand.buy("活着");
        // endregion by-hand

        // region tiny
        TinyContainer tiny = new TinyContainer()
                .register(OrderDesk.class, MailNotifier.class, Catalog.class);
        tiny.get(OrderDesk.class).buy("三体");
        System.out.println("同一个对象："
                + (tiny.get(Notifier.class) == tiny.get(Notifier.class)));
        // endregion tiny

        // region spring
        try (var spring = new AnnotationConfigApplicationContext(
                OrderDesk.class, MailNotifier.class, Catalog.class)) {
            spring.getBean(OrderDesk.class).buy("三体");
            System.out.println("同一个对象："
                    + (spring.getBean(Notifier.class) == spring.getBean(Notifier.class)));
        }
        // endregion spring
    }
}
