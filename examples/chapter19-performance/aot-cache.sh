#!/bin/sh
# 用法：sh aot-cache.sh 打好的.jar 空目录
set -eu
# region make
# 解开 jar，再练习一次：应用启动，Bean 都准备好就退出，同时写出缓存
java -Djarmode=tools -jar "$1" extract --destination "$2"
cd "$2"
java -XX:AOTCacheOutput=bookstore.aot -Dspring.context.exit=onRefresh \
    -jar "$(basename "$1")"
# 缓存写不出来，java 的退出码可能照样是 0，所以看文件在不在
[ -f bookstore.aot ] || { echo '没有写出 bookstore.aot' >&2; exit 1; }
# endregion make
