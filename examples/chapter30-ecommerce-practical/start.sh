#!/usr/bin/env bash
# 一条命令启动书店与假的支付方，带示例数据，账号 li，密码 reading
# 先要有 PostgreSQL、Redis、RabbitMQ，在仓库的根目录执行：
#   docker compose -f examples/compose.yaml up -d postgres redis rabbitmq
# region start
set -euo pipefail
cd "$(dirname "$0")"
export PROVIDER_PORT="${PROVIDER_PORT:-8090}"
export PROVIDER_SECRET="${PROVIDER_SECRET:-demo-secret}"
# 没有打过包，或者打包之后改过，才打包
jar=target/bookstore.jar
if [ ! -f $jar ] || [ -n "$(find ../pom.xml pom.xml src/main -newer $jar)" ]; then
  trap 'rm -f $jar' EXIT # 打包停在半路，不留下半个 jar
  trap 'exit 1' INT TERM HUP
  mvn -q -DskipTests package
  touch $jar # 没有要重新编译的，Maven 不写 jar
  trap - EXIT INT TERM HUP
fi
java -cp target/classes com.example.provider.Provider \
  "$PROVIDER_PORT" "$PROVIDER_SECRET" &
trap 'kill %1' EXIT
java -jar $jar --spring.profiles.active=demo "$@"
# endregion start
