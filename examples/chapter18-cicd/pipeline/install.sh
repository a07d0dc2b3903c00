#!/bin/sh
# 把产物放到服务器的 releases/ 下，每个版本一个目录：install.sh 2.0.0
set -eu
version=${1:?用法：install.sh 版本}
# 一个版本一个目录，名字不能走到 releases/ 外面去
case $version in
*/* | .*) echo "版本号里不能有斜杠，也不能以点开头：$version" >&2; exit 1 ;;
esac
target=${HOME_FOLDER:-/opt/bookstore}/releases/$version
(cd release && sha256sum -c --quiet bookstore.jar.sha256)
# 同一份再放一次没有事，流水线可以重跑；别的内容不能用同一个版本号
if [ -e "$target" ]; then
    if ! cmp -s release/bookstore.jar.sha256 "$target/bookstore.jar.sha256"; then
        echo "已经有 $version 了，内容不同：发布过的版本不能改，换一个版本号" >&2
        exit 1
    fi
    # 放好之后被改过的，往下走，重新放一次
    if (cd "$target" && sha256sum -c --status bookstore.jar.sha256); then
        echo "已经放好 $version"; exit 0
    fi
fi
# 先放在旁边，放完整了再改名
rm -rf "$target.new"
mkdir -p "$target.new"
cp release/bookstore.jar release/bookstore.jar.sha256 "$target.new"
rm -rf "$target"
mv "$target.new" "$target"
echo "已放好 $version"
