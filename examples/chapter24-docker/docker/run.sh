#!/bin/sh
set -eu
# region run
docker run --detach --name bookstore --stop-timeout 15 \
  --read-only --tmpfs /tmp:size=64m \
  --memory 512m --cpus 1 --pids-limit 400 \
  --cap-drop ALL --security-opt no-new-privileges \
  --publish "127.0.0.1:${BOOKSTORE_PORT:-8080}:8080" bookstore:2
# endregion run
