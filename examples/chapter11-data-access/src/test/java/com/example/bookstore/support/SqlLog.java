package com.example.bookstore.support;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import javax.sql.DataSource;

import net.ttddyy.dsproxy.ExecutionInfo;
import net.ttddyy.dsproxy.QueryInfo;
import net.ttddyy.dsproxy.proxy.ProxyJdbcObject;
import net.ttddyy.dsproxy.support.ProxyDataSourceBuilder;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Wraps the data source and remembers every call that reaches the JDBC driver: one line for a
 * statement, one line for a whole batch. It sees JdbcClient, Hibernate and MyBatis alike.
 */
// region all
public class SqlLog implements BeanPostProcessor {

    private final List<String> calls = new CopyOnWriteArrayList<>();

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        return bean instanceof DataSource dataSource
                ? ProxyDataSourceBuilder.create(dataSource)
                        .afterQuery(this::remember).build()
                : bean;
    }

    private void remember(ExecutionInfo execution, List<QueryInfo> queries) {
        if (queries.isEmpty() || execution.getStatement() instanceof ProxyJdbcObject) {
            return; // 空的一批；或者数据源套着数据源，里面那层记过了
        }
        String sql = queries.getFirst().getQuery().strip().replaceAll("\\s+", " ");
        calls.add(execution.isBatch()
                ? "[%d 行一批] %s".formatted(execution.getBatchSize(), sql) : sql);
    }

    /** 执行 action 期间到达驱动的调用，一批算一次。 */
    public List<String> during(Runnable action) {
        calls.clear();
        action.run();
        return List.copyOf(calls);
    }
}
// endregion all
