package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.book.RequiresService;
import com.example.book.Service;
import com.example.bookstore.StoreSuites;
import com.example.testing.Suites;
import org.junit.jupiter.api.Test;

class ContractTests {

    @Test
    @RequiresService(Service.POSTGRESQL)
    void bothShelvesKeepIt() {
        Suites.Outcome outcome = Suites.run(StoreSuites.FAKE, StoreSuites.SQL);
        assertThat(outcome.failures()).isEmpty();
        assertThat(outcome.passed()).isEqualTo(8);
    }

    @Test
    void aLyingShelfIsFound() {
        assertThat(Suites.run(StoreSuites.LYING).failures())
                .containsOnlyKeys("takesAllOrNothing()", "knowsThePrice()", "eightCustomersFiveCopies()");
    }
}
