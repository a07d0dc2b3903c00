package com.example.bookstore.error;

import java.util.LinkedHashMap;
import java.util.Map;

/** 业务上的失败。信息会原样给调用方看，所以只写对方该知道的。 */
// region exception
public class BookstoreException extends RuntimeException {

    private final ErrorCode code;
    private final Map<String, Object> properties = new LinkedHashMap<>();

    public BookstoreException(ErrorCode code, String detail) {
        super(detail);
        this.code = code;
    }

    /** 给程序读的补充，成为响应里的扩展成员。 */
    public BookstoreException with(String name, Object value) {
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
