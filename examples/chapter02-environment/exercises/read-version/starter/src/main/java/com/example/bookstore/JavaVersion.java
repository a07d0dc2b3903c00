package com.example.bookstore;

/** Reads the feature number out of what a JDK calls its version. */
public class JavaVersion {

    public static int feature(String version) {
        return Integer.parseInt(version.substring(0, version.indexOf('.')));
    }
}
