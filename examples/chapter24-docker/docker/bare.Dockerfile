# region bare
FROM bookstore:2 AS full
USER root
# Java 用到的共享库，由 ldd 列出来；除了它们，还要 /tmp、用户表、C.UTF-8 的编码表
RUN mkdir -p -m 1777 /bare/tmp && mkdir /bare/etc && cp /etc/passwd /bare/etc \
 && ldd /opt/java/bin/java /opt/java/lib/server/libjvm.so /opt/java/lib/*.so \
    | grep -o '/[^ ]*\.so[^ ]*' | grep -v /opt/java | sort -u \
    | xargs cp --parents --dereference -t /bare \
 && cp -r --parents /usr/lib/locale/C.utf8 /bare

FROM scratch
COPY --from=full /bare /
COPY --from=full /opt/java /opt/java
COPY --from=full /app /app
ENV PATH=/opt/java/bin LANG=C.UTF-8
WORKDIR /app
USER 10001
ENTRYPOINT ["java", "-XX:AOTCache=bookstore.aot", "-XX:MaxRAMPercentage=60", \
  "-XX:+ExitOnOutOfMemoryError", "-jar", "bookstore.jar"]
# endregion bare
