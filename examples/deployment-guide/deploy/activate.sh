#!/bin/sh
# 让 current 指向一个版本，上线与回滚都是它：activate.sh 2.0.0
set -eu
: "${1:?写成 activate.sh 2.0.0}"
case $1 in
*/* | .*) echo "只写版本，比如 2.0.0，不写路径：$1" >&2; exit 1 ;;
esac
cd "${HOME_FOLDER:-/opt/bookstore}"
if [ ! -f "releases/$1/bookstore.jar" ]; then
    echo "没有 releases/$1/bookstore.jar" >&2
    exit 1
fi
echo "原来是 $(readlink current || echo 无)"
# 先造新链接再改名：改名是原子的，任何时刻 current 都指着一个完整的版本。
ln -sfn "releases/$1" current.new
mv -T current.new current
echo "现在是 $(readlink current)"
