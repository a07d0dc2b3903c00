#!/bin/sh
# 逐台重启，不丢请求：rolling-restart.sh 8081 8082
set -eu
SERVERS=${SERVERS:-/etc/nginx/bookstore-servers.conf}
NGINX_COMMAND=${NGINX_COMMAND:-nginx}
NGINX_PID=${NGINX_PID:-/run/nginx.pid}
RESTART=${RESTART:-systemctl restart bookstore@}
WAIT=${WAIT:-60}

stop() {
    echo "$1" >&2
    exit 1
}

# 等一个命令成功，最多 $WAIT 秒。
wait_for() {
    deadline=$(($(date +%s) + WAIT))
    until "$@"; do
        if [ "$(date +%s)" -ge "$deadline" ]; then
            echo "等了 $WAIT 秒：$*" >&2
            return 1
        fi
        sleep 0.2
    done
}

# 工作进程的进程号。
workers() {
    if [ -s "$NGINX_PID" ] && pgrep -P "$(cat "$NGINX_PID")"; then return 0; fi
    stop "Nginx 没有在运行：看 $NGINX_PID"
}

# 换一份配置；等旧的工作进程做完手上的请求退出，之后才没有人再用旧配置。
reload() {
    old=$(workers)
    $NGINX_COMMAND -s reload
    wait_for gone $old
}

gone() {
    for pid; do
        if kill -0 "$pid" 2>/dev/null; then return 1; fi
    done
}

# 收下连接却不回话的，两秒就算没有就绪。
ready() {
    curl -fsS --max-time 2 -o /dev/null "http://127.0.0.1:$1/readyz" 2>/dev/null
}

# 列表里除了它，还有没有一台在接请求，而且真的就绪。
another_serves() {
    for other in $(sed -n 's/^server .*:\([0-9]*\) max_fails=0;$/\1/p' "$SERVERS"); do
        if [ "$other" != "$1" ] && ready "$other"; then return 0; fi
    done
    return 1
}

# 动手之前先看：没有别人在跑它，端口都在列表里，Nginx 认得现在的配置。
exec 9< "$0"
flock -n 9 || stop "另一次重启还没有结束"
[ $# -gt 0 ] || stop "写成 rolling-restart.sh 8081 8082"
for port; do
    server="server 127.0.0.1:$port max_fails=0"
    grep -qxF -e "$server;" -e "$server down;" "$SERVERS" ||
        stop "$SERVERS 里没有 $server;"
done
workers > /dev/null
$NGINX_COMMAND -t -q

for port; do
    another_serves "$port" || stop "没有摘下 $port：没有别的一台在接请求，先让另一台就绪"
    server="server 127.0.0.1:$port max_fails=0"
    sed -i "s/^$server;/$server down;/" "$SERVERS"
    reload
    echo "$port 已摘下"
    $RESTART$port 9<&- # 它留下的进程不能拿着锁
    wait_for ready "$port"
    sed -i "s/^$server down;/$server;/" "$SERVERS"
    reload
    echo "$port 已换新，重新接请求"
done
