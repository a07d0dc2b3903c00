package com.example.bookstore.transaction.elsewhere;

import static org.springframework.transaction.support.TransactionSynchronizationManager.isActualTransactionActive;

import org.springframework.transaction.annotation.Transactional;

/** A base class in another package than the bean's class. */
public abstract class BaseService {

    @Transactional
    boolean packagePrivate() {
        return isActualTransactionActive();
    }

    @Transactional
    protected boolean inherited() {
        return isActualTransactionActive();
    }

    public static boolean callPackagePrivate(BaseService service) {
        return service.packagePrivate();
    }

    public static boolean callProtected(BaseService service) {
        return service.inherited();
    }
}
