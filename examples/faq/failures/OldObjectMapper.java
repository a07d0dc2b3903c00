import com.fasterxml.jackson.databind.ObjectMapper;

class OldObjectMapper {

    ObjectMapper json;
}
