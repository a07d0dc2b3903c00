#!/bin/sh
# 逐台重启，不丢请求：rolling-restart.sh 8081 8082
set -eu
SERVERS=${SERVERS:-/etc/nginx/bookstore-servers.conf}
NGINX_COMMAND=${NGINX_COMMAND:-nginx}
NGINX_PID=${NGINX_PID:-/run/nginx.pid}
RESTART=${RESTART:-systemctl restart bookstore@}
WAIT=${WAIT:-60}

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

# 换一份配置；等旧的工作进程做完手上的请求退出，之后才没有人再用旧配置。
reload() {
    old=$(pgrep -P "$(cat "$NGINX_PID")")
    $NGINX_COMMAND -s reload
    wait_for gone $old
}

gone() {
    for pid; do
        if kill -0 "$pid" 2>/dev/null; then return 1; fi
    done
}

ready() {
    curl -fsS -o /dev/null "http://127.0.0.1:$1/readyz" 2>/dev/null
}

for port; do
    sed -i "s/^server 127.0.0.1:$port;/server 127.0.0.1:$port down;/" "$SERVERS"
    reload
    echo "$port 已摘下"
    $RESTART$port
    wait_for ready "$port"
    sed -i "s/^server 127.0.0.1:$port down;/server 127.0.0.1:$port;/" "$SERVERS"
    reload
    echo "$port 已换新，重新接客"
done
