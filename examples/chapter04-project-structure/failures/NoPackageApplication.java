import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
public class NoPackageApplication {

    public static void main(String[] args) {
        SpringApplication.run(NoPackageApplication.class, args);
    }
}
