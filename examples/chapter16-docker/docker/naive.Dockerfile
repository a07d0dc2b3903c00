# region naive
FROM eclipse-temurin:25-jre
COPY target/bookstore.jar /bookstore.jar
ENTRYPOINT ["java", "-jar", "/bookstore.jar"]
# endregion naive
