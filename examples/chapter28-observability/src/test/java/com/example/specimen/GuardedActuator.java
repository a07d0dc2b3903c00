package com.example.specimen;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

import com.example.testing.FakeWarehouse;
import com.example.testing.Http;
import com.example.testing.Store;
import org.springframework.context.ConfigurableApplicationContext;

/** The order service without a rule of its own for security: what the management port answers. */
public final class GuardedActuator {

    private GuardedActuator() {
    }

    /** @param args none */
    public static void main(String[] args) {
        String[] login = {"Authorization", "Basic " + Base64.getEncoder()
                .encodeToString("user:secret".getBytes(StandardCharsets.US_ASCII))};
        try (FakeWarehouse warehouse = new FakeWarehouse(); ConfigurableApplicationContext store = Store.run(warehouse,
                "--spring.security.user.password=secret")) {
            String actuator = Http.management(store) + "/actuator/";
            System.out.println("health: " + Http.get(actuator + "health").statusCode());
            System.out.println("prometheus: " + Http.get(actuator + "prometheus").statusCode());
            System.out.println("prometheus with login: " + Http.get(actuator + "prometheus", login).statusCode());
        }
    }
}
