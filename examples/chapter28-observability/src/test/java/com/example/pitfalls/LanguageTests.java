package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;

import com.example.testing.FakeWarehouse;
import com.example.testing.Http;
import com.example.testing.Store;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.springframework.context.ConfigurableApplicationContext;

/** Alone, because the whole JVM speaks another language meanwhile. */
@Isolated
class LanguageTests {

    @Test
    void theLanguageOfTheMachineDoesNotChangeTheLabels() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.of("tr"));
        try (FakeWarehouse warehouse = new FakeWarehouse();
                ConfigurableApplicationContext fresh = Store.run(warehouse)) {
            assertThat(Http.get(Http.management(fresh) + "/actuator/prometheus").body())
                    .contains("result=\"failed\"", "result=\"out_of_stock\"");
        }
        finally {
            Locale.setDefault(before);
        }
    }
}
