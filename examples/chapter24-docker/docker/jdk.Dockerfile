FROM eclipse-temurin:25-jdk
COPY target/bookstore.jar /app/bookstore.jar
WORKDIR /app
ENTRYPOINT ["java", "-XX:MaxRAMPercentage=60", "-jar", "bookstore.jar"]
