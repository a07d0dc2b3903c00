# region leak
FROM debian:bookworm-slim
ARG DOWNLOAD_TOKEN
ENV DB_PASSWORD=bookstore-1
WORKDIR /app
# 要用钥匙取一次文件，取完就删，看起来没有留下什么
COPY supplier.key .
RUN cat supplier.key > /dev/null
RUN rm supplier.key
# endregion leak
