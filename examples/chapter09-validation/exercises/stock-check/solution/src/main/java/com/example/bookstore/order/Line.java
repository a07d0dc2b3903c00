package com.example.bookstore.order;

import jakarta.validation.GroupSequence;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;

// region line
@GroupSequence({Line.class, Line.Remote.class})
public record Line(
        @NotBlank @Size(max = 17) @InStock(groups = Line.Remote.class) String isbn) {

    /** 要查仓库的约束，前一组都过了才轮到。 */
    public interface Remote {
    }
}
// endregion line
