#!/usr/bin/env bash
# 用法：ops/rehearse.sh 一份备份
# 恢复到一个临时的库，与备份时的清单逐表对比，然后删掉它。退出码 0 才是能恢复
set -euo pipefail
unset CDPATH # 有它，cd 会把目录打印出来
here=$(cd "$(dirname "$0")" && pwd)
backup=$(cd "${1:?哪一份备份}" && pwd)
[ -s "$backup/tables.tsv" ] || { echo "演练失败：备份里一张表也没有" >&2; exit 1; }
work=$(mktemp -d)
database=chapter29_rehearsal_${work##*.} # 不用进程号：几个容器里都可能是 1
trap 'dropdb --if-exists --force "$database" || true; rm -rf "$work"' EXIT

# region rehearse
createdb --template=template0 "$database" # template1 里可能有别人加的东西
pg_restore --exit-on-error --no-owner --dbname="$database" "$backup/database.dump"
PGDATABASE=$database psql -XAtq -F $'\t' -v ON_ERROR_STOP=1 \
  -f "$here/tables.sql" -o "$work/tables.tsv"
if ! diff "$backup/tables.tsv" "$work/tables.tsv"; then
  echo "演练失败：恢复出来的与备份时不一样（< 备份时，> 恢复后）" >&2
  exit 1
fi
mkdir "$work/files"
tar -C "$work/files" -xf "$backup/files.tar"
if [ -s "$backup/files.sha256" ]; then
  (cd "$work/files" && sha256sum --quiet --strict -c "$backup/files.sha256")
elif [ -n "$(find "$work/files" -type f)" ]; then # 真的没有图片，清单才是空的
  echo "演练失败：有图片，清单 files.sha256 却没有或者是空的" >&2
  exit 1
fi
# endregion rehearse
created=$(TZ=UTC pg_restore -l "$backup/database.dump" | sed -n 's/^; *Archive created at //p')
hours=$(( ($(date +%s) - $(date -d "$created" +%s)) / 3600 )) # 不看文件的时间：复制一次它就变了
awk -F'\t' -v files="$(wc -l < "$backup/files.sha256")" -v hours="$hours" '
  { rows += $2; printf "%-24s %6d 行\n", $1, $2 }
  END { printf "演练通过：%d 张表，%d 行，%d 个文件，备份于 %d 小时前\n", NR, rows, files, hours }' \
  "$work/tables.tsv"
