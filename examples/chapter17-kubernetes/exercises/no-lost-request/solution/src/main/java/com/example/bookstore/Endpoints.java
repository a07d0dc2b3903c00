package com.example.bookstore;

import java.time.Duration;

/** The pods to which the Service sends requests. */
public interface Endpoints {

    void add(Pod pod);

    void remove(Pod pod);

    /** How long after {@link #add} or {@link #remove} it may still do what it did before. */
    Duration propagation();
}
