package com.example.bookstore;

import org.springframework.beans.factory.config.BeanPostProcessor;

/** 容器对创建它之后的每个 Bean 都会问它两次；代理就是在后一个方法里换上去的。 */
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
