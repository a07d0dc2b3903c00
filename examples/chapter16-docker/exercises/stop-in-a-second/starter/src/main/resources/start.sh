#!/bin/sh
# region start
# JAVA_OPTS 里是给 JVM 的参数，空格分开；脚本的参数原样交给书店
echo "启动 $BOOKSTORE_JAR"
java $JAVA_OPTS -jar "$BOOKSTORE_JAR" "$@" | tee -a "$BOOKSTORE_LOG"
# endregion start
