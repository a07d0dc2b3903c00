package com.example.bookstore;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

public class RefreshTokens {

    private final Map<String, String> familyOf = new HashMap<>();
    private final Set<String> used = new HashSet<>();
    private final Set<String> revoked = new HashSet<>();

    public synchronized String start() {
        return issue(UUID.randomUUID().toString());
    }

    // region rotate
    public synchronized Optional<String> rotate(String token) {
        String family = familyOf.get(token);
        if (family == null || revoked.contains(family)) {
            return Optional.empty();
        }
        if (!used.add(token)) {
            revoked.add(family);
            return Optional.empty();
        }
        return Optional.of(issue(family));
    }
    // endregion rotate

    private synchronized String issue(String family) {
        String token = UUID.randomUUID().toString();
        familyOf.put(token, family);
        return token;
    }
}
