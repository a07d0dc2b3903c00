#!/bin/sh
# 蓝绿发布，带健康门与自动退回：
#   deploy.sh 2.0.0     上线 releases/2.0.0/bookstore.jar
#   deploy.sh --back    退回还在运行的上一版
# 结束码：0 成功；1 没有换过去，顾客还在用原来的；2 换过去之后又退回了；3 新旧都有错，要人来看
# region settings
set -eu
tools=$(cd "$(dirname "$0")" && pwd)
home=${HOME_FOLDER:-/opt/bookstore}
if ! cd "$home"; then echo "没有 $home，先运行 setup.sh" >&2; exit 1; fi
PORTS=${PORTS:-8081 8082}                       # 两个位置，轮流用
PAGE=${PAGE:-http://127.0.0.1/books}            # 顾客走的路，经过 nginx
WAIT=${WAIT:-60}                                # 就绪最多等几秒
WATCH=${WATCH:-30}                              # 换过去之后看几秒
JAVA_OPTIONS=${JAVA_OPTIONS:-}
NGINX_PID=${NGINX_PID:-/run/nginx.pid}
NGINX_TEST=${NGINX_TEST:-nginx -t -q}
for program in java curl flock setsid pgrep ps sha256sum "${NGINX_TEST%% *}"; do
    if ! command -v "$program" >/dev/null; then
        echo "没有 $program 这个命令" >&2; exit 1
    fi
done
case $WAIT$WATCH in
*[!0-9]*) echo "WAIT 与 WATCH 写秒数，不带单位" >&2; exit 1 ;;
esac
first=${PORTS% *} second=${PORTS#* }
case $first:$second in
*[!0-9:]* | :* | *: | "$first:$first")
    echo "PORTS 写两个不同的端口，用空格隔开，写的是“$PORTS”" >&2; exit 1 ;;
esac
# 跳到别处的网址说不出页面好不好
page() { curl --noproxy '*' -s -m 5 -o /dev/null -w '%{http_code}' "$PAGE" || true; }
case $(page) in
3*) echo "PAGE 要写不跳转的网址，$PAGE 会跳到别处" >&2; exit 1 ;;
esac
mkdir -p run
if ! [ -w run ] || ! kill -0 "$(cat "$NGINX_PID")"; then
    echo "nginx 没有在运行，或者没有权限（用 root 运行）" >&2; exit 1
fi
# endregion settings

# region slots
# live.conf 是 nginx 引用的一行：server 127.0.0.1:8081;
# 第一次上线之前写 server 127.0.0.1:8081 down;
live_port() {
    sed -n 's/^server .*:\([0-9]*\);$/\1/p' live.conf
}

# 另一个位置；还没有上线过，就是第一个
other_port() {
    for candidate in $PORTS; do
        if [ "$candidate" != "$(live_port)" ]; then echo "$candidate"; return; fi
    done
}

# pid 会被系统给别的进程用，所以连端口一起认
running() {
    [ -f "run/$1.pid" ] &&
        ps -ww -o args= -p "$(cat "run/$1.pid")" | grep -q -e "--server.port=$1\$"
}

# 上一次换到一半被结束了：live.conf 改了，nginx 可能还指着另一个，先让两边一致
finish_switch() {
    [ -e run/switching ] || return 0
    can_switch || exit 1
    to=$(live_port)
    healthy "$to" || to=$(other_port)
    point_to "$to"
}
# endregion slots

# 不知道是谁在接待顾客，就不能停掉哪一个
known_live() {
    case $(live_port) in
    "") if grep -q '^server .* down;$' live.conf; then return; fi ;;
    *[!0-9]*) ;;
    *) return ;;
    esac
    echo "看不懂 live.conf，要正好一行 server 地址:端口;" >&2; exit 1
}

# region process
# 去掉的变量是 GitHub 与 Jenkins 做的记号：作业结束或中止时，带着记号的进程会被它们结束掉
start() {
    : >"run/$1.unseen" # 换过去之前，--back 不认它
    # shellcheck disable=SC2086  # JAVA_OPTIONS 是几个参数
    setsid nohup env -u RUNNER_TRACKING_ID \
        -u JENKINS_NODE_COOKIE -u JENKINS_SERVER_COOKIE \
        java $JAVA_OPTIONS -jar "releases/$2/bookstore.jar" --server.port="$1" \
        >"run/$1.log" 2>&1 </dev/null 9>&- &
    echo $! >"run/$1.pid"
    echo "$2" >"run/$1.version"
    # 刚分出来的进程还叫 sh，机器忙的时候 running 会认不出它，当成已经退出
    tries=0
    until running "$1" || ! kill -0 $! 2>/dev/null || [ "$tries" -ge 50 ]; do
        tries=$((tries + 1)); sleep 0.1
    done
}

stop() {
    if running "$1"; then
        kill "$(cat "run/$1.pid")"
        limit=$(($(date +%s) + 60))
        while running "$1"; do
            # 优雅停机默认最多等 30 秒，过了一分钟就不是在做事了
            if [ "$(date +%s)" -ge "$limit" ]; then kill -9 "$(cat "run/$1.pid")"; fi
            sleep 0.1
        done
    fi
    rm -f "run/$1.pid" "run/$1.version" "run/$1.unseen"
}
# endregion process

# region gate
healthy() {
    curl --noproxy '*' -fs -m 2 -o /dev/null "http://127.0.0.1:$1/actuator/health/readiness"
}

# 健康门：先等就绪，再冒烟，都好才算过；进程自己退出了，不用等到时间
gate() {
    deadline=$(($(date +%s) + WAIT))
    until healthy "$1"; do
        if ! running "$1"; then echo "进程退出了，看 run/$1.log" >&2; return 1; fi
        if [ "$(date +%s)" -ge "$deadline" ]; then
            echo "等了 $WAIT 秒还没有就绪，看 run/$1.log" >&2
            return 1
        fi
        sleep 0.2
    done
    "$tools/smoke.sh" "http://127.0.0.1:$1" "$(cat "run/$1.version")"
}
# endregion gate

# region switch
# 别的网站也可能写坏了配置，所以换之前先问 nginx
can_switch() {
    if ! $NGINX_TEST; then echo "nginx 不接受这份配置，没有换" >&2; return 1; fi
}

# 先写好再改名，nginx 读不到半行；等旧的工作进程做完手上的请求退出，最多 20 秒
point_to() {
    echo "server 127.0.0.1:$1;" >live.new
    workers=$(pgrep -P "$(cat "$NGINX_PID")" || true)
    : >run/switching
    mv live.new live.conf
    rm -f "run/$1.unseen"
    kill -HUP "$(cat "$NGINX_PID")"
    limit=$(($(date +%s) + 20))
    for worker in $workers; do
        while kill -0 "$worker" 2>/dev/null && [ "$(date +%s)" -lt "$limit" ]; do
            sleep 0.1
        done
    done
    rm run/switching
}

# 像顾客一样请求，至少一次；三次不是 200 就算坏了；时间到了还没有满三次，看最后一次
watch() {
    deadline=$(($(date +%s) + WATCH)) failed=0
    while :; do
        last=0; [ "$(page)" = 200 ] || last=1
        failed=$((failed + last))
        if [ "$failed" -ge 3 ]; then return 1; fi
        if [ "$(date +%s)" -ge "$deadline" ]; then return "$last"; fi
        sleep 0.1
    done
}
# endregion switch

# region main
exec 9>run/lock
if ! flock -n 9; then echo "另一次发布还没有结束" >&2; exit 1; fi
known_live; finish_switch; old=$(live_port) new=$(other_port)

if [ "${1:-}" = --back ]; then
    if [ -z "$old" ] || [ -e "run/$new.unseen" ] || ! running "$new"; then
        echo "上一版没有在运行，退不回去" >&2; exit 1
    fi
    if ! gate "$new"; then echo "没有退回：上一版也不能用了" >&2; exit 1; fi
    can_switch || exit 1
    point_to "$new"
    echo "已退回 $(cat "run/$new.version")"
    exit 0
fi

version=${1:-}
if [ -z "$version" ]; then
    echo "用法：deploy.sh 版本，或 deploy.sh --back" >&2; exit 1
fi
if ! (cd "releases/$version" && sha256sum -c --quiet bookstore.jar.sha256); then
    echo "没有上线：releases/$version 不完整，或被改过" >&2; exit 1
fi
stop "$new"; start "$new" "$version"; echo "启动 $version"
if ! gate "$new"; then
    stop "$new"; echo "没有上线：$version 没有过健康门，顾客没有见到它" >&2; exit 1
fi
if ! can_switch; then stop "$new"; exit 1; fi
point_to "$new"; echo "换到 $version，再看 $WATCH 秒"
if watch; then echo "已上线 $version"; exit 0; fi
if [ -z "$old" ] || ! running "$old" || ! gate "$old" || ! can_switch; then
    echo "$version 有错，又没有好的上一版可退" >&2; exit 3
fi
point_to "$old"; stop "$new"
echo "已退回 $(cat "run/$old.version")：换过去之后 $version 有错" >&2
exit 2
# endregion main
