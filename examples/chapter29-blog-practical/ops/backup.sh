#!/usr/bin/env bash
# 用法：PGDATABASE=库 FILES=图片的目录 ops/backup.sh 放备份的目录
# 连接用 PostgreSQL 自己的环境变量：PGHOST、PGPORT、PGUSER、PGPASSWORD
set -euo pipefail
unset CDPATH # 有它，cd 会把目录打印出来
: "${PGDATABASE:?要备份哪个数据库}" "${FILES:?图片在哪个目录}" "${1:?备份放在哪里}"
here=$(cd "$(dirname "$0")" && pwd)
backup=$1/$(date -u +%Y%m%dT%H%M%SZ)
export TZ=UTC part=$backup.part # 导出文件里记的时间也用 UTC
mkdir -p "$1"
mkdir "$part"

# 数数的与导出的用同一个快照：备份期间有人写文章，两边看到的还是同一刻
psql -XAtq -F $'\t' -v ON_ERROR_STOP=1 <<SQL > "$part/tables.tsv"
set idle_in_transaction_session_timeout = 0; -- pg_dump 导出多久，这个事务就等多久
begin isolation level repeatable read;
select pg_export_snapshot() as snapshot \gset
\setenv SNAPSHOT :snapshot
\! pg_dump -Fc --snapshot="\$SNAPSHOT" -f "\$part/database.dump" && touch "\$part/dumped"
$(cat "$here/tables.sql")
commit;
SQL
[ -f "$part/dumped" ] || { echo "备份失败：pg_dump 没有做完" >&2; exit 1; }
rm "$part/dumped"

# 先数据库，后图片：导出的行提到的图片，这时都已经在目录里
# -L 与 -h 跟着符号链接走，存的是它指向的文件；upload-*.part 是还没有传完的图片
(cd "$FILES" && find -L . -name 'upload-*.part' -prune -o -type f -exec sha256sum {} + | sort -k2) > "$part/files.sha256"
# 1 是“打包时目录变了”，有人正在上传；打进去的对不对，演练会核对
tar -C "$FILES" -h --no-wildcards-match-slash --exclude='upload-*.part' -cf "$part/files.tar" . || [ $? = 1 ]
mv -T "$part" "$backup" # 名字没有 .part 的才是完整的
echo "备份在 $backup"
