package com.example.bookstore;

import org.springframework.test.context.TestPropertySource;

@TestPropertySource(properties = "spring.datasource.url=jdbc:h2:mem:${random.uuid}")
class WholeStoreOnH2Tests extends WholeStore {
}
