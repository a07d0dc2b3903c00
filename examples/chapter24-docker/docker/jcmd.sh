#!/bin/sh
set -eu
# region jcmd
# 工具放在另一个容器里：共用进程的编号，用户与组也要一样
docker run --rm --pid container:bookstore --user 10001:10001 \
  eclipse-temurin:25-jdk jcmd "$@"
# endregion jcmd
