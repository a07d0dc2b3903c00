package com.example.quality;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import com.example.book.MavenProject;
import com.example.quality.Builds.Build;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("带走：把这些 profile 抄进第 4 章的项目")
class TakeHomeTests {

    @Test
    @DisplayName("照页面上写的抄过去，就能用")
    void theProfilesWorkElsewhere() throws IOException {
        String pom = Builds.source("bookstore/pom.xml");
        String profiles = pom.substring(pom.indexOf("  <profiles>"), pom.indexOf("</project>"));
        MavenProject project = MavenProject.copy("chapter04-project-structure/reader-project", "take-home")
                .edit("pom.xml", "</project>", profiles + "</project>")
                .edit("pom.xml", "</properties>", "<nullaway.level>OFF</nullaway.level></properties>");
        for (String file : List.of(".mvn/jvm.config", "checkstyle.xml", "spotbugs-exclude.xml")) {
            Path target = project.folder().resolve(file);
            Files.createDirectories(target.getParent());
            Files.writeString(target, Builds.source("bookstore/" + file));
        }
        Build build = Builds.maven(project, "-Perrorprone,nullaway,checkstyle,spotbugs", "-DskipTests", "verify");
        build.succeeds();
        assertThat(build.output()).contains("checkstyle", "BugInstance size is 0");
    }
}
