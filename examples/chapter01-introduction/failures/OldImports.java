import com.fasterxml.jackson.databind.ObjectMapper;
import javax.servlet.http.HttpServletRequest;
import org.springframework.boot.autoconfigure.web.servlet.WebMvcAutoConfiguration;

class OldImports {

    private ObjectMapper mapper;
    private HttpServletRequest request;
    private WebMvcAutoConfiguration configuration;
}
