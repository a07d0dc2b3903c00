// region mutable
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

class MutableMapper {

    JsonMapper indented(JsonMapper mapper) {
        return mapper.configure(SerializationFeature.INDENT_OUTPUT, true);
    }
}
// endregion mutable
