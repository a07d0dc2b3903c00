FROM eclipse-temurin:25-jdk
COPY target/bookstore.jar /bookstore.jar
ENTRYPOINT ["java", "-jar", "/bookstore.jar"]
