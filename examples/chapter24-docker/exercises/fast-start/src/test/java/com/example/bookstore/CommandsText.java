package com.example.bookstore;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** 两条命令写了什么，不运行。 */
class CommandsText {

    private static final List<String> CLASS_PATH_OPTIONS = List.of("-cp", "-classpath", "--class-path");

    private final String classPath;
    private final String main;

    CommandsText(String classPath, String main) {
        this.classPath = classPath;
        this.main = main;
    }

    /** 参数的值；同一个参数写了几次，JVM 用的是最后一次的；没有写就是空的。 */
    static String value(List<String> command, String... options) {
        return command.stream().flatMap(argument -> Arrays.stream(options).filter(argument::startsWith)
                .map(option -> argument.substring(option.length()))).reduce("", (before, last) -> last);
    }

    /** 启动的不是原来的任务，或者 java 认不出这条命令：说出是哪里。 */
    List<String> task(List<String> command) {
        List<String> wrong = new ArrayList<>();
        if (command.isEmpty() || !command.getFirst().equals("java")) {
            return List.of("第一项要是 java");
        }
        if (!command.getLast().equals(main)) {
            wrong.add("最后一项要是启动类，自己占一项：" + command.getLast());
        }
        String given = "";
        for (int i = 1; i < command.size() - 1; i++) {
            String argument = command.get(i);
            if (CLASS_PATH_OPTIONS.contains(argument)) {
                i++;
                given = command.get(i);
            }
            else if (argument.startsWith("--class-path=")) {
                given = argument.substring("--class-path=".length());
            }
            else if (!argument.matches("-\\S+")) {
                wrong.add("一个参数一项，以 - 开头：" + argument);
            }
        }
        if (!given.equals(classPath)) {
            wrong.add("-cp 后面要是原来的类路径，自己占一项：" + given);
        }
        return wrong;
    }

    static List<String> cache(List<String> train, List<String> start) {
        String written = value(train, "-XX:AOTCacheOutput=");
        String used = value(start, "-XX:AOTCache=");
        return used.isEmpty() || !used.equals(written)
                ? List.of("启动时用的要是练习写出的那个缓存：写出“" + written + "”，用“" + used + "”")
                // on 与 off 都不练习：退出码是 0，缓存文件却没有
                : value(train, "-XX:AOTMode=").matches("|auto|record") ? List.of() : List.of("写了 AOTMode，就不练习了");
    }

    static List<String> processorTime(List<String> start) {
        String level = value(start, "-XX:TieredStopAtLevel=");
        return level.matches("[0-3]") ? List.of() : List.of("一两秒的任务不用 C2：" + level);
    }

    /** 引用的大小在 32 GB 的堆上下不同，ZGC 又是另一种；量过：8 MB 的堆练习得完，4 MB 的练习不完。 */
    static List<String> smallContainer(List<String> train, List<String> start) {
        String heap = value(train, "-Xmx", "-XX:MaxHeapSize=");
        List<String> wrong = new ArrayList<>();
        if (!heap.matches("([89]|[1-9]\\d{1,3})[mM]|[1-9][gG]|[12]\\d[gG]|3[01][gG]")) {
            wrong.add("练习时的堆要写，8m 以上，不到 32g：" + heap);
        }
        Stream.concat(train.stream(), start.stream())
                .filter(argument -> argument.matches("-XX:(\\+UseZGC|-UseCompressedOops|-UseCompressedClassPointers)"))
                .forEach(argument -> wrong.add("缓存的格式与小容器里的不一样：" + argument));
        return wrong;
    }

    static List<String> changedJar(List<String> start) {
        String mode = value(start, "-XX:AOTMode=");
        return mode.equals("on") ? List.of() : List.of("缓存用不上就不启动，要写 on：" + mode);
    }

    /** 全部问题，没有问题就是空的。 */
    List<String> all(List<String> train, List<String> start) {
        return Stream.of(task(train), task(start), cache(train, start), processorTime(start),
                smallContainer(train, start), changedJar(start)).flatMap(List::stream).toList();
    }
}
