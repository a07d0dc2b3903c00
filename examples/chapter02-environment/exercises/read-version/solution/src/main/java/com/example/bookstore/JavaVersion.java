package com.example.bookstore;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the feature number out of what a JDK calls its version. */
public class JavaVersion {

    private static final Pattern FEATURE = Pattern.compile("(?:1\\.)?(\\d+)");

    // region feature
    public static int feature(String version) {
        Matcher matcher = FEATURE.matcher(version);
        if (!matcher.lookingAt()) {
            throw new IllegalArgumentException("不是 JDK 的版本号：" + version);
        }
        return Integer.parseInt(matcher.group(1));
    }
    // endregion feature
}
