package com.example.waiting;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;

/** An application of which one bean waits for what a supplier sends over the network. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class NetworkApplication {

    public static void main(String[] args) {
        SpringApplication.run(NetworkApplication.class, args);
    }

    @Bean
    SupplierPrices supplierPrices() throws IOException {
        return new SupplierPrices();
    }

    static class SupplierPrices {

        SupplierPrices() throws IOException {
            try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                    Socket supplier = new Socket(silent.getInetAddress(), silent.getLocalPort())) {
                supplier.getInputStream().read();
            }
        }
    }
}
