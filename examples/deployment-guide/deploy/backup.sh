#!/bin/sh
# 备份一个库：backup.sh bookstore /var/backups/bookstore
set -eu
: "${2:?写成 backup.sh 库名 目录}"
umask 077
mkdir -p "$2"
file=$2/$1-$(date +%Y%m%d-%H%M%S).dump
# 临时名里有进程号：同一秒里跑了两次，也不会写进同一个文件。
part=$file.$$.part
# 没做完的不留着：每晚失败一次，磁盘就满了。
trap 'rm -f "$part"' EXIT
trap 'exit 1' HUP INT TERM
# 先写临时名，成了再改名：磁盘满了、连接断了，都不会留下一个像样的坏文件。
pg_dump --format=custom --file="$part" "$1"
pg_restore --list "$part" > /dev/null
mv "$part" "$file"
# 只删这个目录里、这个库两周以前的。时间写全了才删：别的库的名字可能以它开头。
two='[0-9][0-9]'
find "$2" -maxdepth 1 -name "$1-$two$two$two$two-$two$two$two.dump" -mtime +14 -delete
echo "$file"
