#!/bin/sh
# 备份一个库：backup.sh bookstore /var/backups/bookstore
set -eu
umask 077
mkdir -p "$2"
file=$2/$1-$(date +%Y%m%d-%H%M%S).dump
# 先写临时名，成了再改名：磁盘满了、连接断了，都不会留下一个像样的坏文件。
pg_dump --format=custom --file="$file.part" "$1"
pg_restore --list "$file.part" > /dev/null
mv "$file.part" "$file"
# 只删两周以前的。
find "$2" -name "$1-*.dump" -mtime +14 -delete
echo "$file"
