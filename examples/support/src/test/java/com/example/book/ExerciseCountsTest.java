package com.example.book;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import com.example.book.ExercisesTest.Counts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExerciseCountsTest {

    @TempDir
    Path folder;

    private Counts counts(String report) throws IOException {
        return Counts.of(Files.writeString(folder.resolve("TEST-Some.xml"), report));
    }

    @Test
    void aParameterizedClassIsCountedThoughItsSuiteSaysNone() throws IOException {
        assertThat(counts("""
                <testsuite name="Some" tests="0" errors="0" skipped="0" failures="0">
                  <testcase name="a[1]"/>
                  <testcase name="a[2]"><failure message="1 &lt; 2"/></testcase>
                  <testcase name="a[3]"><error type="java.lang.Error"/></testcase>
                  <testcase name="a[4]"><skipped/></testcase>
                </testsuite>
                """)).isEqualTo(new Counts(4, 2, 1));
    }

    @Test
    void whatATestPrintsIsNotCounted() throws IOException {
        assertThat(counts("""
                <testsuite tests="1" errors="0" skipped="0" failures="0">
                  <testcase name="a"><system-out><![CDATA[<testcase><failure/>]]></system-out></testcase>
                </testsuite>
                """)).isEqualTo(new Counts(1, 0, 0));
    }

    @Test
    void anExerciseNamesTheServicesItNeedsInItsPom() throws IOException {
        Path pom = folder.resolve("pom.xml");
        assertThat(ExercisesTest.services(Files.writeString(pom, """
                <project><properties>
                  <book.services>RABBITMQ, REDIS</book.services>
                </properties></project>
                """))).containsExactly(Service.RABBITMQ, Service.REDIS);
        assertThat(ExercisesTest.services(Files.writeString(pom, "<project/>"))).isEmpty();
    }
}
