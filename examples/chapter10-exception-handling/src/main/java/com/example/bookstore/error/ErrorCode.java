package com.example.bookstore.error;

import java.net.URI;
import java.util.Arrays;
import java.util.Locale;

/** 全部错误码：前端按它分支，名字一经发布就不改。 */
// region codes
public enum ErrorCode {

    BOOK_NOT_FOUND(404, "没有这本书"),
    OUT_OF_STOCK(409, "库存不够"),
    UNKNOWN_CHANNEL(400, "不认识的渠道"),
    INVALID_FIELDS(400, "有字段不合要求"),

    // 下面各对应一个状态码，框架抛出的异常用它们
    BAD_REQUEST(400, "请求读不懂"),
    UNAUTHENTICATED(401, "没有登录"),
    FORBIDDEN(403, "没有权限"),
    NOT_FOUND(404, "没有这个地址"),
    METHOD_NOT_ALLOWED(405, "这个地址不支持这种方法"),
    NOT_ACCEPTABLE(406, "给不出所要的格式"),
    CONTENT_TOO_LARGE(413, "内容太大"),
    UNSUPPORTED_MEDIA_TYPE(415, "不收这种格式"),
    INTERNAL_ERROR(500, "服务器出错"),
    UNAVAILABLE(503, "暂时不能服务");
    // endregion codes

    private final int status;
    private final String title;

    ErrorCode(int status, String title) {
        this.status = status;
        this.title = title;
    }

    public int status() {
        return status;
    }

    public String title() {
        return title;
    }

    // region lookup
    /** 问题类型的地址，打得开：见 ProblemCatalog。 */
    public URI type() {
        return URI.create("/problems/"
                + name().toLowerCase(Locale.ROOT).replace('_', '-'));
    }

    /** 框架只给状态码时，用哪个错误码；没有专门的就归到 400 或 500。 */
    public static ErrorCode of(int status) {
        return Arrays.stream(values())
                .filter(code -> code.ordinal() >= BAD_REQUEST.ordinal())
                .filter(code -> code.status == status).findFirst()
                .orElse(status < 500 ? BAD_REQUEST : INTERNAL_ERROR);
    }
    // endregion lookup
}
