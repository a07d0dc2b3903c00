package com.example.bookstore.orders;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.stereotype.Component;

/** 仓库回答不了，就说出来；名字是去掉后缀的 warehouse。 */
// region health
@Component
class WarehouseHealthIndicator extends AbstractHealthIndicator {

    private final Warehouse warehouse;

    WarehouseHealthIndicator(Warehouse warehouse) {
        super("仓库没有回答");
        this.warehouse = warehouse;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        warehouse.ping(); // 抛出异常，父类就报 DOWN
        builder.up();
    }
}
// endregion health
