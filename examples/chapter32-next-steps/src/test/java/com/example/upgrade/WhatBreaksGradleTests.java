package com.example.upgrade;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Builds written for Gradle, in the forms that its and Spring Boot's documents show. */
class WhatBreaksGradleTests {

    @TempDir
    private Path project;

    private void write(String name, String text) throws IOException {
        Path file = project.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private List<String> found() throws IOException {
        return WhatBreaks.find(project).stream()
                .map(finding -> finding.file().toString().replace('\\', '/') + ":" + finding.line() + " "
                        + finding.cure()).toList();
    }

    @Test
    void groovy() throws Exception {
        write("build.gradle", """
                plugins {
                    id 'java'
                    id 'org.springframework.boot' version '3.5.8'
                }
                dependencies {
                    implementation 'org.springframework.boot:spring-boot-starter-aop'
                    // implementation 'org.springframework.boot:spring-boot-starter-undertow'
                    implementation group: 'org.flywaydb', name: 'flyway-core'
                    runtimeOnly 'org.flywaydb:flyway-core-extras'
                }
                """);
        assertThat(found()).containsExactly("build.gradle:6 spring-boot-starter-aspectj",
                "build.gradle:8 spring-boot-starter-flyway、-liquibase");
    }

    @Test
    void kotlin() throws Exception {
        write("build.gradle.kts", """
                plugins {
                    java
                    id("org.springframework.boot") version "2.7.18"
                }
                dependencies {
                    implementation("org.springframework.boot:spring-boot-starter-web") {
                        exclude(module = "spring-boot-starter-tomcat")
                    }
                    implementation("org.springframework.boot:spring-boot-starter-undertow")
                }
                """);
        write("src/main/java/Old.java", "import javax.persistence.Id;\n");
        assertThat(found()).containsExactly("src/main/java/Old.java:1 javax → jakarta",
                "build.gradle.kts:9 换成 Tomcat 或 Jetty");
    }

    @Test
    void versionCatalogue() throws Exception {
        write("gradle/libs.versions.toml", """
                [versions]
                spring-boot = "3.5.8" # the platform
                [libraries]
                aop = { module = "org.springframework.boot:spring-boot-starter-aop" }
                flyway = { group = "org.flywaydb", name = "flyway-core" }
                [bundles]
                web = [
                  "aop",
                ]
                [plugins]
                boot = { id = "org.springframework.boot", version.ref = "spring-boot" }
                """);
        write("build.gradle.kts", """
                plugins { alias(libs.plugins.boot) }
                dependencies {
                    implementation(libs.aop)
                    implementation(libs.flyway)
                }
                """);
        assertThat(found()).containsExactly("gradle/libs.versions.toml:4 spring-boot-starter-aspectj",
                "gradle/libs.versions.toml:5 spring-boot-starter-flyway、-liquibase");
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "plugins { id 'org.springframework.boot' version '3.5.8' }",
            "plugins { id(\"org.springframework.boot\") version \"3.5.8\" apply false }",
            "plugins { id(\"org.springframework.boot\").version(\"3.5.8\") }",
            "def boot = '3.5.8'\nplugins { id 'org.springframework.boot' version \"${boot}\" }",
            "buildscript {\n ext { bootVersion = '3.5.8' }\n"
                    + " dependencies { classpath \"org.springframework.boot:spring-boot-gradle-plugin:$bootVersion\" }\n}",
            "buildscript { ext.bootVersion = '3.5.8'\n"
                    + " dependencies { classpath(\"org.springframework.boot:spring-boot-gradle-plugin:${bootVersion}\") } }",
            "ext { set('bootVersion', '3.5.8') }\ndependencyManagement { imports {"
                    + " mavenBom \"org.springframework.boot:spring-boot-dependencies:${bootVersion}\" } }",
            "ext['boot.version'] = '3.5.8'\ndependencies { implementation platform("
                    + "\"org.springframework.boot:spring-boot-dependencies:${property('boot.version')}\") }",
            "extra[\"boot\"] = \"3.5.8\"\ndependencies { implementation(platform("
                    + "\"org.springframework.boot:spring-boot-dependencies:${property(\"boot\")}\")) }",
            "val boot by extra(\"3.5.8\")\nplugins { id(\"org.springframework.boot\") version boot }",
            "plugins { id 'org.springframework.boot' version \"${fromFile}\" }",
            "plugins { id(\"org.springframework.boot\") version libs.versions.spring.boot.get() }"})
    void whereTheVersionStands(String script) throws Exception {
        write("build.gradle", script + "\ndependencies { implementation 'g:spring-boot-starter-aop' }\n");
        write("gradle.properties", "fromFile=3.5.8\n");
        write("gradle/libs.versions.toml", "[versions]\nspring-boot = { strictly = \"[3.5, 3.6[\", prefer = \"3.5.8\" }\n");
        write("src/main/java/Old.java", "import javax.persistence.Id;\n");
        assertThat(found()).hasSize(1).first().asString().endsWith("spring-boot-starter-aspectj");
    }

    @ParameterizedTest
    @ValueSource(strings = {"boot = \"org.springframework.boot:3.5.8\"",
            "boot = { id = \"org.springframework.boot\", version = \"3.5.8\" }",
            "boot = { id = 'org.springframework.boot', version = { ref = 'sb' } }",
            "\"boot\" = {id=\"org.springframework.boot\",version.ref=\"sb\"}"})
    void whereTheCatalogueSaysThePlugin(String entry) throws Exception {
        write("gradle/libs.versions.toml", "[plugins]\n" + entry + "\n[versions]\nsb = \"3.5.8\"\n");
        write("build.gradle.kts", "dependencies { implementation(\"g:spring-boot-starter-aop\") }\n");
        assertThat(found()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bom = \"org.springframework.boot:spring-boot-dependencies:3.5.8\"",
            "bom = { module = \"org.springframework.boot:spring-boot-dependencies\", version.ref = \"sb\" }",
            "bom = { group = \"org.springframework.boot\", name = \"spring-boot-dependencies\", version = \"3.5.8\" }"})
    void whereTheCatalogueSaysTheBom(String entry) throws Exception {
        write("gradle/libs.versions.toml", "[libraries]\n" + entry + "\n[versions]\nsb = \"3.5.8\"\n");
        write("build.gradle.kts", "dependencies { implementation(platform(libs.bom))\n"
                + "implementation(\"g:spring-boot-starter-aop\") }\n");
        assertThat(found()).hasSize(1);
    }

    @Test
    void modulesAndWhatGradleBuilt() throws Exception {
        write("settings.gradle", """
                pluginManagement { plugins { id 'org.springframework.boot' version '3.5.8' } }
                include 'shop'
                """);
        write("shop/build.gradle", "dependencies { implementation 'g:spring-boot-starter-aop' }\n");
        write("shop/build/generated/Old.java", "import com.fasterxml.jackson.databind.ObjectMapper;\n");
        write(".gradle/x/Old.java", "import com.fasterxml.jackson.databind.ObjectMapper;\n");
        write("shop/src/main/java/com/example/build/New.java",
                "import com.fasterxml.jackson.databind.ObjectMapper;\n");
        assertThat(found()).containsExactly("shop/build.gradle:1 spring-boot-starter-aspectj",
                "shop/src/main/java/com/example/build/New.java:1 tools.jackson");
    }
}
