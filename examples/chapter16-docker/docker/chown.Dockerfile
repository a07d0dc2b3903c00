FROM eclipse-temurin:25-jre AS layers
WORKDIR /build
COPY target/bookstore.jar .
RUN java -Djarmode=tools -jar bookstore.jar extract --layers --destination layers

FROM eclipse-temurin:25-jre
RUN useradd --system --uid 10001 bookstore
WORKDIR /app
COPY --from=layers /build/layers/dependencies/ ./
COPY --from=layers /build/layers/application/ ./
# region chown
RUN chown -R bookstore /app
# endregion chown
USER bookstore
ENTRYPOINT ["java", "-jar", "bookstore.jar"]
