#!/bin/sh
# 第一次上线之前运行一次：建目录，写好 nginx 的配置
set -eu
home=${HOME_FOLDER:-/opt/bookstore}
ports=${PORTS:-8081 8082}
site=${NGINX_SITE:-/etc/nginx/conf.d/bookstore.conf}
mkdir -p "$home/releases"
# 已经上线过的，不改它指到哪里
if [ ! -e "$home/live.conf" ]; then
    echo "server 127.0.0.1:${ports%% *} down;" >"$home/live.conf"
fi
sed -e "s|HOME_FOLDER|$home|" -e "s|LISTEN|${LISTEN:-80}|" \
    "$(dirname "$0")/bookstore.conf" >"$site"
${NGINX_TEST:-nginx -t -q}
# HUP 让 nginx 重新读配置，它自己不停
kill -HUP "$(cat "${NGINX_PID:-/run/nginx.pid}")"
echo "nginx 的配置：$site"
