package com.example.cluster;

/** Kubernetes' numbers with units. */
final class Quantity {

    private Quantity() {
    }

    /** Bytes of {@code 512Mi}, {@code 1Gi}, {@code 500M} or a plain number. */
    static long bytes(String quantity) {
        String[] units = {"Ki", "Mi", "Gi", "k", "M", "G"};
        long[] factors = {1L << 10, 1L << 20, 1L << 30, 1_000, 1_000_000, 1_000_000_000};
        for (int i = 0; i < units.length; i++) {
            if (quantity.endsWith(units[i])) {
                return Long.parseLong(quantity.substring(0, quantity.length() - units[i].length())) * factors[i];
            }
        }
        return Long.parseLong(quantity);
    }

    /** Thousandths of a processor of {@code 500m}, {@code 1} or {@code 1.5}. */
    static int millicores(String quantity) {
        return quantity.endsWith("m") ? Integer.parseInt(quantity.substring(0, quantity.length() - 1))
                : (int) (Double.parseDouble(quantity) * 1000);
    }
}
