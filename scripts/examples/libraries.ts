/** Which of the build's many libraries the version table names. Their versions come from the build. */

/** A library worth a row. */
export interface NamedLibrary {
  readonly name: string;
  /** Maven coordinates without version. */
  readonly artifact: string;
  /** Name of the token `@<token>.version@` and of `<Version of="<token>"/>`. */
  readonly token: string;
}

/** Rows of the version table in order; one that no module uses is left out. */
export const namedLibraries: readonly NamedLibrary[] = [
  { name: 'Spring Boot', artifact: 'org.springframework.boot:spring-boot', token: 'spring-boot' },
  {
    name: 'Spring Framework',
    artifact: 'org.springframework:spring-core',
    token: 'spring-framework',
  },
  {
    name: 'Spring Security',
    artifact: 'org.springframework.security:spring-security-core',
    token: 'spring-security',
  },
  {
    name: 'Spring Data JPA',
    artifact: 'org.springframework.data:spring-data-jpa',
    token: 'spring-data-jpa',
  },
  {
    name: 'Spring Data Redis',
    artifact: 'org.springframework.data:spring-data-redis',
    token: 'spring-data-redis',
  },
  {
    name: 'Spring AMQP',
    artifact: 'org.springframework.amqp:spring-rabbit',
    token: 'spring-amqp',
  },
  {
    name: 'Spring for Apache Kafka',
    artifact: 'org.springframework.kafka:spring-kafka',
    token: 'spring-kafka',
  },
  {
    name: 'Spring AI',
    artifact: 'org.springframework.ai:spring-ai-client-chat',
    token: 'spring-ai',
  },
  {
    name: 'Apache Tomcat',
    artifact: 'org.apache.tomcat.embed:tomcat-embed-core',
    token: 'tomcat',
  },
  { name: 'Jackson', artifact: 'tools.jackson.core:jackson-databind', token: 'jackson' },
  { name: 'Hibernate ORM', artifact: 'org.hibernate.orm:hibernate-core', token: 'hibernate' },
  {
    name: 'Hibernate Validator',
    artifact: 'org.hibernate.validator:hibernate-validator',
    token: 'hibernate-validator',
  },
  {
    name: 'MyBatis Spring Boot Starter',
    artifact: 'org.mybatis.spring.boot:mybatis-spring-boot-starter',
    token: 'mybatis-starter',
  },
  { name: 'HikariCP', artifact: 'com.zaxxer:HikariCP', token: 'hikari' },
  { name: 'Flyway', artifact: 'org.flywaydb:flyway-core', token: 'flyway' },
  { name: 'H2', artifact: 'com.h2database:h2', token: 'h2' },
  { name: 'PostgreSQL JDBC', artifact: 'org.postgresql:postgresql', token: 'postgresql-jdbc' },
  {
    name: 'MariaDB Connector/J',
    artifact: 'org.mariadb.jdbc:mariadb-java-client',
    token: 'mariadb-jdbc',
  },
  { name: 'MySQL Connector/J', artifact: 'com.mysql:mysql-connector-j', token: 'mysql-jdbc' },
  { name: 'Lettuce', artifact: 'io.lettuce:lettuce-core', token: 'lettuce' },
  {
    name: 'Caffeine',
    artifact: 'com.github.ben-manes.caffeine:caffeine',
    token: 'caffeine',
  },
  { name: 'Micrometer', artifact: 'io.micrometer:micrometer-core', token: 'micrometer' },
  { name: 'Logback', artifact: 'ch.qos.logback:logback-classic', token: 'logback' },
  {
    name: 'springdoc-openapi',
    artifact: 'org.springdoc:springdoc-openapi-starter-webmvc-ui',
    token: 'springdoc',
  },
  { name: 'ArchUnit', artifact: 'com.tngtech.archunit:archunit', token: 'archunit' },
  { name: 'JUnit Jupiter', artifact: 'org.junit.jupiter:junit-jupiter-api', token: 'junit' },
  { name: 'Mockito', artifact: 'org.mockito:mockito-core', token: 'mockito' },
  { name: 'AssertJ', artifact: 'org.assertj:assertj-core', token: 'assertj' },
];
