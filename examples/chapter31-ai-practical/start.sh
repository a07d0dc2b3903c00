#!/bin/sh
# 打包、启动，带上示例的书与顾客（demo），浏览器打开 http://localhost:8080，用 li / li-password 登录。
# 设了 OPENAI_API_KEY 就连真的服务（OPENAI_BASE_URL、OPENAI_MODEL 可以另设），没有就由本机的替身回答。
set -e
cd "$(dirname "$0")"
# 没有打过包，或者打包之后改过，才打包
if [ ! -f target/bookstore.jar ] || [ -n "$(find ../pom.xml pom.xml src/main -newer target/bookstore.jar)" ]; then
  trap 'rm -f target/bookstore.jar' EXIT # 打包停在半路，不留下半个 jar
  trap 'exit 1' INT TERM HUP
  mvn -q -f .. -pl chapter31-ai-practical -DskipTests package
  touch target/bookstore.jar # 没有要重新编译的，Maven 不写 jar
  trap - EXIT INT TERM HUP
fi
# 与 Maven 用同一个 Java
exec "${JAVA_HOME:+$JAVA_HOME/bin/}java" -jar target/bookstore.jar --spring.profiles.active=demo "$@"
