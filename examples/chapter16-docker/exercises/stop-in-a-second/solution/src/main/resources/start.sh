#!/bin/sh
# region start
# JAVA_OPTS 里是给 JVM 的参数，空格分开；脚本的参数原样交给书店
echo "启动 $BOOKSTORE_JAR"
# exec：Java 取代 shell，信号直接到它；日志照样写标准输出，由容器引擎去收
exec java $JAVA_OPTS -jar "$BOOKSTORE_JAR" "$@"
# endregion start
