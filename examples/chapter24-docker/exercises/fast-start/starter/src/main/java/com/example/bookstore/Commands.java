package com.example.bookstore;

import java.util.List;

// region commands
/** 启动对账任务的命令，在 jar 所在的目录里运行。 */
public class Commands {

    /** 构建镜像时运行一次。 */
    public List<String> train(String classPath, String main) {
        return List.of("java", "-Dspring.context.exit=onRefresh", "-cp", classPath, main);
    }

    /** 容器里启动任务。 */
    public List<String> start(String classPath, String main) {
        return List.of("java", "-cp", classPath, main);
    }
}
// endregion commands
