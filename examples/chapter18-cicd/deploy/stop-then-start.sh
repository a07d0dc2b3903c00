#!/bin/sh
# 常见的写法，有停机：先停旧的，再在同一个端口启动新的
set -eu
cd "$HOME_FOLDER"
port=$1
kill "$(cat "run/$port.pid")"
while kill -0 "$(cat "run/$port.pid")" 2>/dev/null; do sleep 0.1; done
nohup java $JAVA_OPTIONS -jar "releases/$2/bookstore.jar" --server.port="$port" >"run/$port.log" 2>&1 </dev/null &
echo $! >"run/$port.pid"
