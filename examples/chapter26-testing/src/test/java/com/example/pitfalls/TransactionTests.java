package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.specimen.Transactions;
import com.example.testing.Suites;
import org.junit.jupiter.api.Test;

class TransactionTests {

    private static String cell(Suites.Outcome outcome, String test) {
        return outcome.failures().containsKey(test) ? "失败" : "通过";
    }

    @Test
    void whatATransactionInTheTestHides() {
        Suites.Outcome rolledBack = Suites.run(Transactions.RolledBack.class);
        Suites.Outcome committed = Suites.run(Transactions.CommittedByTheTest.class);
        Suites.Outcome without = Suites.run(Transactions.Without.class);
        assertThat(rolledBack.green()).isTrue();
        assertThat(committed.green()).isTrue();
        assertThat(without.failures()).containsOnlyKeys("forgetfulSendsTheMail()");
        Recording.check("transaction.txt", new Table("同一个忘了 @Transactional 的服务", "结果")
                .row("测试有事务，最后回滚", cell(rolledBack, "forgetfulSavesTheOrder()"))
                .row("测试有事务，自己提交", cell(committed, "forgetfulSendsTheMail()"))
                .row("测试没有事务", cell(without, "forgetfulSendsTheMail()")).toString());
        Recording.check("no-mail.txt", without.failure().getClass().getName() + ": " + without.failure().getMessage());
    }
}
