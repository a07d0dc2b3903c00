package com.example.bookstore.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.springframework.transaction.support.TransactionSynchronizationManager.isActualTransactionActive;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import com.example.book.Recording;
import com.example.bookstore.transaction.elsewhere.BaseService;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Import;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

/** Every way in which {@code @Transactional} stands in the code and does not protect it. */
@SpringBootTest(classes = Shelf.Jdbc.class,
        properties = {"spring.datasource.generate-unique-name=true", "logging.level.root=error"})
@Import({EightWaysToLoseATransactionTest.SelfCalling.class,
        EightWaysToLoseATransactionTest.Visibility.class,
        EightWaysToLoseATransactionTest.Inherited.class,
        EightWaysToLoseATransactionTest.Swallowing.class,
        EightWaysToLoseATransactionTest.Checked.class,
        EightWaysToLoseATransactionTest.Asynchronous.class,
        EightWaysToLoseATransactionTest.FinalMethod.class,
        EightWaysToLoseATransactionTest.Initializing.class,
        EightWaysToLoseATransactionTest.Outer.class,
        EightWaysToLoseATransactionTest.Inner.class})
class EightWaysToLoseATransactionTest {

    @Autowired
    Shelf shelf;
    @Autowired
    TransactionTemplate transaction;

    @BeforeEach
    void emptyShelf() {
        shelf.clear();
    }

    // region self-invocation
    static class SelfCalling {

        private final Shelf shelf;

        SelfCalling(Shelf shelf) {
            this.shelf = shelf;
        }

        void importAll(List<String> titles) {
            for (String title : titles) {
                // highlight-next-line
                importOne(title); // 就是 this.importOne，绕过了代理
            }
        }

        @Transactional
        public void importOne(String title) {
            shelf.put(title);
            throw new IllegalStateException("封面缺失");
        }
    }
    // endregion self-invocation

    @Test
    @DisplayName("1 自调用：没有事务，异常之后数据还在")
    void selfInvocation(@Autowired SelfCalling service) {
        assertThatThrownBy(() -> service.importAll(List.of("自调用"))).hasMessage("封面缺失");
        assertThat(shelf.titles()).containsExactly("自调用");
        shelf.clear();

        assertThatThrownBy(() -> service.importOne("从外面调")).hasMessage("封面缺失");
        assertThat(shelf.titles()).isEmpty();
    }

    // region visibility
    static class Visibility {

        private final Shelf shelf;

        Visibility(Shelf shelf) {
            this.shelf = shelf;
        }

        @Transactional
        protected boolean protectedMethod() {
            return isActualTransactionActive();
        }

        @Transactional
        boolean packagePrivateMethod() {
            return isActualTransactionActive();
        }

        @Transactional
        private boolean privateMethod() {
            return isActualTransactionActive();
        }

        @Transactional
        private List<String> privateMethodWithField() {
            return shelf.titles();
        }
    }
    // endregion visibility

    @Test
    @DisplayName("2 非 public：protected 与包可见有事务；private 没有，字段还是 null")
    void visibility(@Autowired Visibility service) {
        assertThat(AopUtils.isCglibProxy(service)).isTrue();
        assertThat(service.protectedMethod()).isTrue();
        assertThat(service.packagePrivateMethod()).isTrue();
        assertThat(service.privateMethod()).isFalse();

        Throwable thrown = catchThrowable(service::privateMethodWithField);
        assertThat(thrown).isInstanceOf(NullPointerException.class);
        Recording.check("private-method-npe.txt", thrown);
    }

    /** 父类 BaseService 在另一个包里，有一个包可见的方法。 */
    static class Inherited extends BaseService {
    }

    @Test
    @DisplayName("2 非 public：父类在别的包，它的包可见方法代理不到，protected 的可以")
    void packagePrivateOfAnotherPackage(@Autowired Inherited service) {
        assertThat(BaseService.callPackagePrivate(service)).isFalse();
        assertThat(BaseService.callProtected(service)).isTrue();
    }

    // region swallowed
    static class Swallowing {

        private final Shelf shelf;

        Swallowing(Shelf shelf) {
            this.shelf = shelf;
        }

        @Transactional
        public void importOne(String title) {
            try {
                shelf.put(title);
                throw new IllegalStateException("封面缺失");
            }
            catch (IllegalStateException ex) {
                // 记一行日志就算了：代理看到正常返回，于是提交。
            }
        }
    }
    // endregion swallowed

    @Test
    @DisplayName("3 吞掉异常：代理看到正常返回，照常提交")
    void swallowed(@Autowired Swallowing service) {
        service.importOne("吞异常");
        assertThat(shelf.titles()).containsExactly("吞异常");
    }

    // region checked
    static class Checked {

        private final Shelf shelf;

        Checked(Shelf shelf) {
            this.shelf = shelf;
        }

        @Transactional
        public void importOne(String title) throws IOException {
            shelf.put(title);
            throw new IOException("读封面失败");
        }

        // highlight-next-line
        @Transactional(rollbackFor = Exception.class)
        public void importOneOrNothing(String title) throws IOException {
            shelf.put(title);
            throw new IOException("读封面失败");
        }
    }
    // endregion checked

    @Test
    @DisplayName("4 受检异常：默认提交；rollbackFor 才回滚")
    void checked(@Autowired Checked service) {
        assertThatThrownBy(() -> service.importOne("受检异常"))
                .isInstanceOf(IOException.class);
        assertThat(shelf.titles()).containsExactly("受检异常");
        shelf.clear();

        assertThatThrownBy(() -> service.importOneOrNothing("受检异常"))
                .isInstanceOf(IOException.class);
        assertThat(shelf.titles()).isEmpty();
    }

    // region async
    static class Asynchronous {

        private final Shelf shelf;

        Asynchronous(Shelf shelf) {
            this.shelf = shelf;
        }

        @Transactional
        public void importBoth() {
            shelf.put("调用线程写的");
            boolean inTransaction = CompletableFuture.supplyAsync(() -> {
                shelf.put("别的线程写的");
                // 事务绑在调用者的线程上。
                // highlight-next-line
                return isActualTransactionActive();
            }).join();
            throw new IllegalStateException("别的线程里有事务：" + inTransaction);
        }
    }
    // endregion async

    @Test
    @DisplayName("5 换了线程：事务不跟过去，回滚只回滚调用线程写的")
    void async(@Autowired Asynchronous service) {
        assertThatThrownBy(service::importBoth).hasMessage("别的线程里有事务：false");
        assertThat(shelf.titles()).containsExactly("别的线程写的");
    }

    // region not-proxied
    static class FinalMethod {

        private final Shelf shelf;

        FinalMethod(Shelf shelf) {
            this.shelf = shelf;
        }

        @Transactional
        public final void importOne(String title) {
            shelf.put(title);
        }

        @Transactional
        public boolean proxied() {
            return isActualTransactionActive();
        }
    }
    // endregion not-proxied

    @Test
    @DisplayName("6 未被代理：new 出来的对象没有事务")
    void newInstance() {
        assertThat(new FinalMethod(shelf).proxied()).isFalse();
    }

    @Test
    @DisplayName("6 未被代理：final 方法在代理对象自己身上执行，字段是 null")
    void finalMethod(@Autowired FinalMethod service) {
        assertThat(service.proxied()).isTrue();

        Throwable thrown = catchThrowable(() -> service.importOne("final"));
        assertThat(thrown).isInstanceOf(NullPointerException.class);
        Recording.check("final-method-npe.txt", thrown);
    }

    static final class FinalClass {

        @Transactional
        public void importOne() {
        }
    }

    @Test
    @DisplayName("6 未被代理：final 类连启动都过不去")
    void finalClass() {
        SpringApplication app = new SpringApplication(Shelf.Jdbc.class, FinalClass.class);
        Throwable thrown = catchThrowable(
                () -> app.run("--spring.main.banner-mode=off", "--logging.level.root=off"));
        assertThat(thrown).hasRootCauseInstanceOf(IllegalArgumentException.class);
        Recording.check("final-class.txt", rootCause(thrown).toString());
    }

    static Throwable rootCause(Throwable thrown) {
        return thrown.getCause() == null ? thrown : rootCause(thrown.getCause());
    }

    static class Initializing {

        boolean inTransaction;

        @jakarta.annotation.PostConstruct
        @Transactional
        public void load() {
            inTransaction = isActualTransactionActive();
        }

        @Transactional
        public boolean wasInTransaction() {
            return inTransaction;
        }
    }

    @Test
    @DisplayName("6 未被代理：@PostConstruct 执行时代理还没有套上")
    void postConstruct(@Autowired Initializing service) {
        assertThat(service.wasInTransaction()).isFalse();
    }

    // region propagation
    static class Outer {

        private final Shelf shelf;
        private final Inner inner;

        Outer(Shelf shelf, Inner inner) {
            this.shelf = shelf;
            this.inner = inner;
        }

        @Transactional
        public void importAndGreet(String title) {
            shelf.put(title);
            try {
                inner.greet();
            }
            catch (IllegalStateException ex) {
                // “问候信不重要”，可是事务已经被标成要回滚了。
            }
        }

        // endregion propagation
        @Transactional
        public void importAndAudit(String title) {
            inner.audit("操作记录：" + title);
            shelf.put(title);
            throw new IllegalStateException("封面缺失");
        }
    }

    static class Inner {

        private final Shelf shelf;

        Inner(Shelf shelf) {
            this.shelf = shelf;
        }

        // region inner
        @Transactional
        public void greet() {
            throw new IllegalStateException("邮件发不出去");
        }

        @Transactional(propagation = Propagation.REQUIRES_NEW)
        public void audit(String entry) {
            shelf.put(entry);
        }
        // endregion inner
    }

    @Test
    @DisplayName("8 传播：内层 REQUIRED 抛异常，外层接住也没用：UnexpectedRollbackException")
    void unexpectedRollback(@Autowired Outer outer) {
        Throwable thrown = catchThrowable(() -> outer.importAndGreet("传播"));
        assertThat(thrown).isInstanceOf(UnexpectedRollbackException.class);
        assertThat(shelf.titles()).isEmpty();
        Recording.check("unexpected-rollback.txt", thrown);
    }

    @Test
    @DisplayName("8 传播：REQUIRES_NEW 已经提交，外层回滚带不走它")
    void requiresNewStays(@Autowired Outer outer) {
        assertThatThrownBy(() -> outer.importAndAudit("传播")).hasMessage("封面缺失");
        assertThat(shelf.titles()).containsExactly("操作记录：传播");
    }
}
