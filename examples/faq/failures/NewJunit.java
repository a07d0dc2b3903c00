import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;

@SpringBootTest
class NewJunit {

    @Test
    void contextLoads() {
    }
}
