#!/bin/sh
# 恢复演练：把备份装进一个临时库，数一数行数，再删掉：restore-drill.sh 文件 表名
set -eu
: "${2:?写成 restore-drill.sh 文件 表名}"
drill=restore_drill_$$
createdb "$drill"
trap 'dropdb "$drill"' EXIT
trap 'exit 1' HUP INT TERM
pg_restore --exit-on-error --no-owner --dbname="$drill" "$1"
rows=$(psql --no-psqlrc -qAtc "select count(*) from $2" "$drill")
echo "$2：$rows 行"
