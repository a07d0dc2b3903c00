package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.Mockito.mockingDetails;
import static org.mockito.Mockito.spy;

import java.util.ArrayList;
import java.util.List;

import com.example.bookstore.catalog.Catalog;
import com.example.bookstore.order.Orders;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.modulith.core.ApplicationModule;
import org.springframework.modulith.core.ApplicationModules;

class BoundaryTest {

    @Test
    @DisplayName("没有越界，也没有环")
    void modules() {
        ApplicationModules modules = ApplicationModules.of(BookstoreApplication.class);
        assertThat(modules.stream().map(module -> module.getIdentifier().toString()))
                .containsExactlyInAnyOrder("catalog", "order");
        modules.verify();
    }

    @Test
    @DisplayName("价目表还在目录模块的内部")
    void stillInternal() throws ClassNotFoundException {
        assertThat(Catalog.class.getClassLoader().getResource(
                "com/example/bookstore/catalog/internal/PriceTable.class")).isNotNull();
        // 给内部的包起一个对外的名字、把模块设成开放的，verify() 也会通过，墙却没有了
        ApplicationModule catalog = ApplicationModules.of(BookstoreApplication.class)
                .getModuleByName("catalog").orElseThrow();
        assertThat(catalog.isOpen()).isFalse();
        assertThat(catalog.isExposed(Class.forName("com.example.bookstore.catalog.internal.PriceTable"))).isFalse();
    }

    @Test
    @DisplayName("价格问的还是目录模块的价目表，没有另抄一份")
    void priceTableIsAsked() {
        List<Object> tables = new ArrayList<>();
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(BookstoreApplication.class)
                .initializers(starting -> starting.getBeanFactory().addBeanPostProcessor(new BeanPostProcessor() {
                    @Override
                    public Object postProcessAfterInitialization(Object bean, String name) {
                        if (!bean.getClass().getSimpleName().equals("PriceTable")) {
                            return bean;
                        }
                        tables.add(spy(bean));
                        return tables.getLast();
                    }
                })).run()) {
            context.getBean(Orders.class).place("三体", 1);
        }
        assertThat(tables).allSatisfy(table -> assertThat(mockingDetails(table).getInvocations()).isNotEmpty());
        // 价目表不是 Bean 的时候，上面没有什么可看：那就要有目录模块的代码用到它
        JavaClasses classes = new ClassFileImporter().importPackages("com.example.bookstore.catalog");
        JavaClass table = classes.get("com.example.bookstore.catalog.internal.PriceTable");
        assertThat(classes.stream().filter(one -> !one.equals(table))
                .flatMap(one -> one.getAccessesFromSelf().stream()).filter(access -> asks(access, table)))
                .as("目录模块里问价目表的地方").isNotEmpty();
    }

    /** 调用它的方法、读它的字段都算，通过它的接口或父类也算；只创建它不算。 */
    private static boolean asks(JavaAccess<?> access, JavaClass table) {
        JavaClass owner = access.getTarget().resolveMember().<JavaClass>map(JavaMember::getOwner)
                .orElse(access.getTargetOwner());
        return !access.getName().equals("<init>") && !owner.isEquivalentTo(Object.class)
                && table.isAssignableTo(owner.getName());
    }

    @Test
    @DisplayName("价格与折扣和原来一样")
    void behaviour() {
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(BookstoreApplication.class).run()) {
            Orders orders = context.getBean(Orders.class);
            assertThat(orders.place("三体", 9)).isEqualTo(20700);
            assertThat(orders.place("三体", 1)).isEqualTo(2300);
            assertThat(orders.place("三体", 1)).isEqualTo(2070);
            assertThat(orders.place("红楼梦", 1)).isEqualTo(5970);
            assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> orders.place("没有的书", 1));
        }
    }
}
