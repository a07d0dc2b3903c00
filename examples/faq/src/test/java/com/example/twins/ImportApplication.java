package com.example.twins;

import org.springframework.boot.SpringBootConfiguration;

/** The other one. */
@SpringBootConfiguration
public class ImportApplication {
}
