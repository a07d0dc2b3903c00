package com.example.bookstore;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the feature number out of what a JDK calls its version. */
public class JavaVersion {

    // region feature
    // JDK 8 及以前是 1.8.0_402 的样子，以后是 17.0.15+6-LTS 的样子；
    // 开头像而后面不像的，不是版本号
    private static final Pattern VERSION = Pattern.compile(
            "(?:1\\.(?<old>\\d)(?:\\.\\d+)?(?:_\\d+)?|(?<feature>[1-9]\\d{0,2})(?:\\.\\d+)*)"
                    + "(?:-[A-Za-z]\\w*)?(?:\\+\\d+)?(?:-[-\\w.]+)?");

    public static int feature(String version) {
        Matcher matcher = VERSION.matcher(version);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("不是 JDK 的版本号：" + version);
        }
        String old = matcher.group("old");
        return Integer.parseInt(old != null ? old : matcher.group("feature"));
    }
    // endregion feature
}
