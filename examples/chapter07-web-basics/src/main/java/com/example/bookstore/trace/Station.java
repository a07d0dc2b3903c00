package com.example.bookstore.trace;

/** 请求可能经过的站。 */
public enum Station {

    FILTER("过滤器"),
    MAPPING("找处理方法"),
    PRE_HANDLE("preHandle"),
    MODEL_ATTRIBUTE("@ModelAttribute"),
    ARGUMENT("解析参数"),
    BODY_READ("RequestBodyAdvice"),
    ASPECT("切面"),
    METHOD("控制器方法"),
    EXCEPTION_HANDLER("@ExceptionHandler"),
    BODY_WRITE("ResponseBodyAdvice"),
    POST_HANDLE("postHandle"),
    ASYNC_STARTED("afterConcurrentHandlingStarted"),
    AFTER_COMPLETION("afterCompletion");

    private final String label;

    Station(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }
}
