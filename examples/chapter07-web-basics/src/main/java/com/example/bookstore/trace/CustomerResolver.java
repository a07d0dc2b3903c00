package com.example.bookstore.trace;

import com.example.bookstore.order.Customer;

import org.jspecify.annotations.Nullable;

import org.springframework.core.MethodParameter;
import org.springframework.web.bind.ServletRequestBindingException;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

// region resolver
/** 处理方法写一个 {@link Customer} 参数，就得到请求头里的那位顾客。 */
class CustomerResolver implements HandlerMethodArgumentResolver {

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return parameter.getParameterType() == Customer.class;
    }

    @Override
    public Customer resolveArgument(MethodParameter parameter,
            @Nullable ModelAndViewContainer container, NativeWebRequest request,
            @Nullable WebDataBinderFactory binderFactory) throws Exception {
        Trace.step(Station.ARGUMENT, "Customer，来自 X-Customer 头");
        String name = request.getHeader("X-Customer");
        if (name == null) {
            throw new ServletRequestBindingException("缺少 X-Customer 头");
        }
        return new Customer(name);
    }
}
// endregion resolver
