#!/bin/sh
# 把 release/ 里的 jar 装进镜像，不再编译：image.sh 2.0.0
set -eu
version=${1:?用法：image.sh 版本}
(cd release && sha256sum -c --quiet bookstore.jar.sha256)
docker build --network none --label "org.opencontainers.image.version=$version" \
    --tag "bookstore:$version" --file pipeline/Dockerfile release
echo "镜像：bookstore:$version"
