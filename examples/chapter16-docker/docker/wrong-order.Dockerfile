FROM eclipse-temurin:25-jre AS layers
WORKDIR /build
COPY target/bookstore.jar .
RUN java -Djarmode=tools -jar bookstore.jar extract --layers --destination layers

FROM eclipse-temurin:25-jre
WORKDIR /app
# region wrong
COPY --from=layers /build/layers/application/ ./
COPY --from=layers /build/layers/dependencies/ ./
# endregion wrong
ENTRYPOINT ["java", "-jar", "bookstore.jar"]
