#!/bin/sh
# 把产物放到服务器的 releases/ 下，每个版本一个目录：install.sh 2.0.0
set -eu
version=$1
target=${HOME_FOLDER:-/opt/bookstore}/releases/$version
if [ -e "$target" ]; then
    echo "已经有 $version 了：发布过的版本不能改，换一个版本号" >&2
    exit 1
fi
(cd release && sha256sum -c --quiet bookstore.jar.sha256)
mkdir -p "$target"
cp release/bookstore.jar release/bookstore.jar.sha256 "$target"
echo "已放好 $version"
