#!/usr/bin/env bash
# region start
# 一条命令启动书店与假的支付方，带示例数据，账号 li，密码 reading
# 先要有 PostgreSQL、Redis、RabbitMQ，在仓库的根目录执行：
#   docker compose -f examples/compose.yaml up -d postgres redis rabbitmq
set -euo pipefail
cd "$(dirname "$0")"
export PROVIDER_PORT="${PROVIDER_PORT:-8090}"
export PROVIDER_SECRET="${PROVIDER_SECRET:-demo-secret}"
[ -f target/bookstore.jar ] || mvn -q -DskipTests package
java -cp target/classes com.example.provider.Provider \
  "$PROVIDER_PORT" "$PROVIDER_SECRET" &
trap 'kill %1' EXIT
java -jar target/bookstore.jar --spring.profiles.active=demo "$@"
# endregion start
