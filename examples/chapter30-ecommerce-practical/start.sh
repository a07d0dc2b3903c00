#!/usr/bin/env bash
# 一条命令启动书店与假的支付方，带示例数据，账号 li，密码 reading
# 没有连上的 PostgreSQL、Redis、RabbitMQ，用 docker compose 启动。Ctrl+C 停止书店与支付方
set -euo pipefail
cd "$(dirname "$0")"

listens() { (exec 3<> "/dev/tcp/$1/$2") 2> /dev/null; }
missing=()
listens "${POSTGRES_HOST:-localhost}" "${POSTGRES_PORT:-5432}" || missing+=(postgres)
listens "${REDIS_HOST:-localhost}" "${REDIS_PORT:-6379}" || missing+=(redis)
listens "${RABBITMQ_HOST:-localhost}" "${RABBITMQ_PORT:-5672}" || missing+=(rabbitmq)
if [ ${#missing[@]} -gt 0 ]; then
  echo "没有连上 ${missing[*]}，用 docker compose 启动"
  compose=(docker compose -f ../compose.yaml)
  "${compose[@]}" up -d "${missing[@]}"
  for service in "${missing[@]}"; do
    case $service in
      postgres) ready=(pg_isready -q -h localhost) ;;
      redis) ready=(redis-cli ping) ;;
      rabbitmq) ready=(rabbitmq-diagnostics -q check_port_connectivity) ;;
    esac
    times=1
    until "${compose[@]}" exec -T "$service" "${ready[@]}" > /dev/null 2>&1; do
      if [ $times -ge 60 ]; then
        echo "等了一分多钟，$service 还没有好，看看 docker compose logs" >&2
        exit 1
      fi
      times=$((times + 1))
      sleep 1
    done
  done
fi

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
java=${JAVA_HOME:+$JAVA_HOME/bin/}java # 与 Maven 用同一个 Java
"$java" -cp target/classes com.example.provider.Provider \
  "$PROVIDER_PORT" "$PROVIDER_SECRET" &
trap 'kill %1' EXIT
"$java" -jar $jar --spring.profiles.active=demo "$@"
