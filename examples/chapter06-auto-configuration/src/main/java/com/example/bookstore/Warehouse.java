package com.example.bookstore;

import com.example.shipping.ShippingCalculator;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import org.springframework.beans.factory.BeanNameAware;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationContextAware;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.context.event.EventListener;

/** 生命周期的每个时刻各接一个回调，每次被调用就报一声。 */
public class Warehouse implements BeanNameAware, ApplicationContextAware,
        InitializingBean, SmartInitializingSingleton, SmartLifecycle, DisposableBean {

    private boolean running;

    public Warehouse() {
        say("构造器");
    }

    static void say(String callback) {
        System.out.println("仓库 | " + callback);
    }

    @Autowired
    void setShipping(ShippingCalculator shipping) {
        say("注入 @Autowired 的依赖");
    }

    @Override
    public void setBeanName(String name) {
        say("BeanNameAware.setBeanName(" + name + ")");
    }

    @Override
    public void setApplicationContext(ApplicationContext context) {
        say("ApplicationContextAware.setApplicationContext");
    }

    @PostConstruct
    void postConstruct() {
        say("@PostConstruct");
    }

    @Override
    public void afterPropertiesSet() {
        say("InitializingBean.afterPropertiesSet");
    }

    void open() {
        say("@Bean(initMethod)");
    }

    @Override
    public void afterSingletonsInstantiated() {
        say("SmartInitializingSingleton.afterSingletonsInstantiated");
    }

    @Override
    public void start() {
        running = true;
        say("SmartLifecycle.start");
    }

    @EventListener
    void on(ContextRefreshedEvent event) {
        say("ContextRefreshedEvent");
    }

    @EventListener
    void on(ApplicationReadyEvent event) {
        say("ApplicationReadyEvent");
    }

    @EventListener
    void on(ContextClosedEvent event) {
        say("ContextClosedEvent");
    }

    @Override
    public void stop() {
        running = false;
        say("SmartLifecycle.stop");
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @PreDestroy
    void preDestroy() {
        say("@PreDestroy");
    }

    @Override
    public void destroy() {
        say("DisposableBean.destroy");
    }

    void lock() {
        say("@Bean(destroyMethod)");
    }
}
