#!/bin/sh
# 把百分之几的顾客交给新版本：canary.sh 10；canary.sh 0 是全部退回
set -eu
cd "${HOME_FOLDER:-/opt/bookstore}"
percent=${1?用法：canary.sh 百分比}
stable=${STABLE:-127.0.0.1:8081} canary=${CANARY:-127.0.0.1:8082}
NGINX_PID=${NGINX_PID:-/run/nginx.pid}
case $percent in
0) part="" ;;
[1-9] | [1-9][0-9]) part="$percent% $canary;" ;;
*) echo "百分比要在 0 到 99 之间，不是 $percent" >&2; exit 1 ;;
esac
# 按顾客的 cookie 分，同一位顾客落在同一边；
# 没有 cookie 的人算出来是同一个数，会全部落在新版本，所以单独写成老版本
cat >split.new <<END
split_clients "\$cookie_customer" \$chosen {
    $part
    * $stable;
}
map \$cookie_customer \$bookstore {
    "" $stable;
    default \$chosen;
}
END
if [ -e split.conf ]; then cp split.conf split.before; else : >split.before; fi
mv split.new split.conf
if ! ${NGINX_TEST:-nginx -t -q}; then
    mv split.before split.conf
    echo "nginx 不接受这份配置，没有换" >&2
    exit 1
fi
kill -HUP "$(cat "$NGINX_PID")"
echo "新版本：$percent%"
