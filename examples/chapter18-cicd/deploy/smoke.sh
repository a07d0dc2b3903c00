#!/bin/sh
# 冒烟测试：smoke.sh http://127.0.0.1:8082 2.0.0
set -eu
base=${1?用法：smoke.sh 网址 版本}
version=${2?用法：smoke.sh 网址 版本}

# 路径、响应里应当有的文字
expect() {
    if ! body=$(curl --noproxy '*' -fsS -m 5 "$base$1" 2>&1); then
        echo "冒烟不通过：GET $1 → $body" >&2
        exit 1
    fi
    case $body in
    *"$2"*) ;;
    *) echo "冒烟不通过：GET $1 的响应里没有 $2" >&2; exit 1 ;;
    esac
}

expect /actuator/info "\"version\":\"$version\""
expect /books '"title"'
expect /books/1 '"id":1'
