package com.example.bookstore;

import java.util.List;

// region commands
/** 启动对账任务的命令，在 jar 所在的目录里运行。 */
public class Commands {

    /** 构建镜像时运行一次。 */
    public List<String> train(String classPath, String main) {
        // 堆写小：构建机器的内存再大，缓存的格式也与容器里一样
        return List.of("java", "-Xmx256m", "-XX:AOTCacheOutput=reconciliation.aot",
                "-Dspring.context.exit=onRefresh", "-cp", classPath, main);
    }

    /** 容器里启动任务。 */
    public List<String> start(String classPath, String main) {
        // on：用不上就不启动，不要悄悄变慢
        // 一两秒就结束：只用编译得快的 C1，慢而好的 C2 来不及赚回来
        return List.of("java", "-XX:AOTCache=reconciliation.aot", "-XX:AOTMode=on",
                "-XX:TieredStopAtLevel=1", "-cp", classPath, main);
    }
}
// endregion commands
