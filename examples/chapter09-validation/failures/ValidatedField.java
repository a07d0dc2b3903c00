import com.example.silent.Draft;

import org.springframework.validation.annotation.Validated;

class ValidatedField {

    @Validated
    Draft draft;
}
