package com.example.bookstore;

import java.util.List;

// region commands
/** 启动书店的命令，在 jar 所在的目录里运行。 */
public class Commands {

    /** 构建镜像时运行一次。 */
    public List<String> train(String classPath, String main) {
        // 堆写小：构建机器的内存再大，缓存的格式也与容器里一样
        return List.of("java", "-Xmx256m", "-XX:AOTCacheOutput=bookstore.aot",
                "-Dspring.context.exit=onRefresh", "-cp", classPath, main);
    }

    /** 容器里启动书店。 */
    public List<String> start(String classPath, String main) {
        // on：用不上就不启动，不要悄悄变慢
        return List.of("java", "-XX:AOTCache=bookstore.aot", "-XX:AOTMode=on",
                "-cp", classPath, main);
    }
}
// endregion commands
