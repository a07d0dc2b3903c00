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
# 只删这个库两周以前的。时间写全了才删：同一个目录里，别的库的名字可能以它开头。
two='[0-9][0-9]'
find "$2" -name "$1-$two$two$two$two-$two$two$two.dump" -mtime +14 -delete
echo "$file"
