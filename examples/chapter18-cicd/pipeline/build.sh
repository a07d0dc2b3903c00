#!/bin/sh
# 构建一次：build.sh 2.0.0
# 编译、测试、打包，产物与校验和放进 release/，后面的步骤都用这一份
set -eu
version=${1:?用法：build.sh 版本}
# 上一次留下的也删掉，不然会装进 jar
rm -rf release target
mvn -B -ntp -Drevision="$version" verify
mkdir release
cp target/bookstore.jar release/bookstore.jar
cd release
sha256sum bookstore.jar >bookstore.jar.sha256
echo "产物：release/bookstore.jar，版本 $version"
