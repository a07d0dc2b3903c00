#!/bin/sh
# 第一次上线之前运行一次：建目录，写好 nginx 的配置
set -eu
home=${HOME_FOLDER:-/opt/bookstore}
ports=${PORTS:-8081 8082}
site=${NGINX_SITE:-/etc/nginx/conf.d/bookstore.conf}
mkdir -p "$home/releases"
# 已经上线过的，不改它指到哪里
if [ ! -e "$home/live.conf" ] || grep -q ' down;$' "$home/live.conf"; then
    echo "server 127.0.0.1:${ports%% *} down;" >"$home/live.conf"
fi
rm -f "$home/site.before"
if [ -e "$site" ]; then cp "$site" "$home/site.before"; fi
sed -e "s|HOME_FOLDER|$home|" -e "s|LISTEN|${LISTEN:-80}|" \
    "$(dirname "$0")/bookstore.conf" >"$site"
if ! ${NGINX_TEST:-nginx -t -q}; then
    if [ -e "$home/site.before" ]; then cp "$home/site.before" "$site"
    else rm "$site"; fi
    echo "nginx 不接受这份配置，没有换" >&2; exit 1
fi
rm -f "$home/site.before"
# HUP 让 nginx 重新读配置，它自己不停
kill -HUP "$(cat "${NGINX_PID:-/run/nginx.pid}")"
echo "nginx 的配置：$site"
