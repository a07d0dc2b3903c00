package com.example.bookstore.error;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** 业务上的失败。信息会原样给调用方看，所以只写对方该知道的。 */
// region exception
public class BookstoreException extends RuntimeException {

    /** 用了这些名字，响应里的同名成员会有两个，或者被盖掉。 */
    private static final Set<String> RESERVED = Set.of("type", "title", "status",
            "detail", "instance", "code", "traceId");

    private final ErrorCode code;
    private final Map<String, Object> properties = new LinkedHashMap<>();

    public BookstoreException(ErrorCode code, String detail) {
        this(code, detail, null);
    }

    /** 原因只进日志，不出现在响应里。 */
    public BookstoreException(ErrorCode code, String detail, Throwable cause) {
        super(detail, cause);
        this.code = code;
    }

    /** 给程序读的补充，成为响应里的扩展成员。 */
    public BookstoreException with(String name, Object value) {
        if (RESERVED.contains(name)) {
            throw new IllegalArgumentException(name + " 已经有了，换个名字");
        }
        properties.put(name, value);
        return this;
    }
    // endregion exception

    public ErrorCode code() {
        return code;
    }

    public Map<String, Object> properties() {
        return properties;
    }
}
