#!/bin/sh
# 恢复演练：把备份装进一个临时库，数一数行数，再删掉：restore-drill.sh 文件 表名
set -eu
drill=restore_drill_$$
createdb "$drill"
trap 'dropdb "$drill"' EXIT
pg_restore --exit-on-error --no-owner --dbname="$drill" "$1"
echo "$2：$(psql --no-psqlrc -qAtc "select count(*) from $2" "$drill") 行"
