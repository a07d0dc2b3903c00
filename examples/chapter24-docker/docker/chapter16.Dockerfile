FROM eclipse-temurin:25-jre AS layers
WORKDIR /build
COPY target/bookstore.jar .
RUN java -Djarmode=tools -jar bookstore.jar extract --layers --destination layers

FROM eclipse-temurin:25-jre
WORKDIR /app
COPY --from=layers /build/layers/dependencies/ ./
COPY --from=layers /build/layers/application/ ./
ENTRYPOINT ["java", "-XX:MaxRAMPercentage=60", "-jar", "bookstore.jar"]
