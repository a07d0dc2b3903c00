#!/usr/bin/env bash
# 一条命令：数据库、示例数据、博客。Ctrl+C 停止
set -euo pipefail
cd "$(dirname "$0")"
export POSTGRES_HOST=${POSTGRES_HOST:-localhost} POSTGRES_PORT=${POSTGRES_PORT:-5432}
export BLOG_DB=${BLOG_DB:-chapter29_blog} POSTGRES_USER=${POSTGRES_USER:-postgres}

if ! (exec 3<> "/dev/tcp/$POSTGRES_HOST/$POSTGRES_PORT") 2> /dev/null; then
  docker compose -f ../compose.yaml up -d postgres # 这台机器上没有 PostgreSQL，用容器
  until docker compose -f ../compose.yaml exec -T postgres pg_isready -q -h localhost; do sleep 1; done
fi
if command -v psql > /dev/null; then
  export PGHOST=$POSTGRES_HOST PGPORT=$POSTGRES_PORT PGUSER=$POSTGRES_USER PGPASSWORD=${POSTGRES_PASSWORD:-}
  psql=(psql)
else
  psql=(docker compose -f ../compose.yaml exec -T postgres psql -U postgres)
fi
if exists=$("${psql[@]}" -XAtc "select 1 from pg_database where datname = '$BLOG_DB'" -d postgres); then
  [ "$exists" = 1 ] || "${psql[@]}" -Xqc "create database \"$BLOG_DB\"" -d postgres
elif [ "${psql[0]}" = docker ]; then
  # 数据库是你自己的，这台机器上又没有 psql：接着启动，库要已经在那里
  echo "没有 psql 命令，没法替你建库；库 $BLOG_DB 要自己先建好" >&2
else
  exit 1
fi

# 没有打过包，或者打包之后改过，才打包
if [ ! -f target/blog.jar ] || [ -n "$(find ../pom.xml pom.xml src/main -newer target/blog.jar)" ]; then
  trap 'rm -f target/blog.jar' EXIT # 打包停在半路，不留下半个 jar
  mvn -q -f ../pom.xml -pl chapter29-blog-practical -DskipTests package
  touch target/blog.jar # 没有要重新编译的，Maven 不写 jar
  trap - EXIT
fi
# 与 Maven 用同一个 Java
exec "${JAVA_HOME:+$JAVA_HOME/bin/}java" -jar target/blog.jar --spring.profiles.active=demo "$@"
