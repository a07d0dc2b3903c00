#!/usr/bin/env bash
# 不用 curl：bash 自己会打开 TCP 连接。第一行的状态是 200 才算健康
exec 3<>"/dev/tcp/127.0.0.1/${SERVER_PORT:-8080}" || exit 1
printf '%s\r\n' 'GET /actuator/health/readiness HTTP/1.1' 'Host: localhost' \
  'Connection: close' '' >&3
read -r -t 2 version status rest <&3 || exit 1
[ "$status" = 200 ]
