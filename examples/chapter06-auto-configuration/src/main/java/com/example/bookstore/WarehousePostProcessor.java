package com.example.bookstore;

import org.springframework.beans.factory.config.BeanPostProcessor;

/** 容器初始化一个 Bean，前后各问它一次；代理就是在后一个方法里换上去的。 */
class WarehousePostProcessor implements BeanPostProcessor {

    @Override
    public Object postProcessBeforeInitialization(Object bean, String name) {
        if (bean instanceof Warehouse) {
            Warehouse.say("BeanPostProcessor.postProcessBeforeInitialization");
        }
        return bean;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (bean instanceof Warehouse) {
            Warehouse.say("BeanPostProcessor.postProcessAfterInitialization");
        }
        return bean;
    }
}
