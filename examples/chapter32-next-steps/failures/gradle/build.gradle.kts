plugins {
    java
    alias(libs.plugins.spring.boot)
    id("io.spring.dependency-management") version "1.1.7"
}

val extra = providers.gradleProperty("extra").getOrElse("mail")

dependencies {
    implementation(libs.spring.web)
    implementation(libs.spring.aop)
    implementation("org.flywaydb:flyway-core")
    implementation("org.springframework.boot:spring-boot-starter-$extra")
}
