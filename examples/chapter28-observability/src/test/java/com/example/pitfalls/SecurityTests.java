package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.util.List;

import com.example.book.RequiresProgram;
import com.example.specimen.GuardedActuator;
import com.example.testing.OtherBoot;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Spring Security is on the class path of one process only, which has no rule of its own. */
@RequiresProgram("prometheus")
class SecurityTests {

    private static List<String> said;

    @BeforeAll
    static void ask() {
        said = OtherBoot.run(System.getProperty("java.class.path") + File.pathSeparator
                + OtherBoot.SECURITY.classPath(), List.of(), GuardedActuator.class.getName()).output().lines().toList();
    }

    @Test
    void springSecurityGuardsTheManagementPortToo() {
        assertThat(said).contains("health: 200", "prometheus: 401", "prometheus with login: 200");
    }

    /** It says that it takes text/plain too, so it is sent to the page for people, and reads that as metrics. */
    @Test
    void aPrometheusWithoutLoginIsSentToTheLoginPage() {
        assertThat(said).contains("scraped: down, \"INVALID\" is not a valid start token",
                "scraped with login: up, ");
    }
}
