package com.example.gaps;

import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

import com.fasterxml.jackson.annotation.JsonIgnore;

import jakarta.validation.Constraint;
import jakarta.validation.Valid;
import jakarta.validation.ValidationException;
import jakarta.validation.Validator;
import jakarta.validation.metadata.BeanDescriptor;
import jakarta.validation.metadata.ContainerElementTypeDescriptor;

import org.springframework.aop.support.AopUtils;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.context.ApplicationContext;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.http.HttpEntity;
import org.springframework.stereotype.Controller;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;
import org.springframework.validation.annotation.Validated;
import org.springframework.validation.annotation.ValidationAnnotationUtils;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestPart;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/**
 * 找出写了约束、校验却走不到的地方；复制到自己的测试里就能用。
 *
 * <p>看三处：请求体从参数到最里面一层，控制器类上多余的 {@code @Validated}，
 * 服务方法上没有代理去执行的约束；声明本身有错的约束也在内。只看注解，不发请求，也不执行任何方法。
 */
public final class ConstraintGaps {

    private final Validator validator;
    private final List<String> packages;
    private final Set<String> unseen;
    private final Set<String> gaps = new TreeSet<>();
    private final Set<Class<?>> walked = new HashSet<>();

    private ConstraintGaps(Validator validator, List<String> packages) {
        this.validator = validator;
        this.packages = packages;
        this.unseen = new TreeSet<>(packages);
    }

    /**
     * 检查一个已经启动的应用。
     *
     * @param packages 只看这些包与它们下面的类：应用的包，请求体在别的模块里的，连那个包也写上
     * @return 每处漏洞一句话，按字典顺序；没有漏洞时是空列表
     * @throws IllegalArgumentException 一个包里既没有 Bean 也没有走到的类，多半是包名写错了
     * @throws IllegalStateException 容器里没有校验器，约束一处也不会执行
     */
    public static List<String> in(ApplicationContext context, String... packages) {
        Validator validator = context.getBeanProvider(Validator.class).getIfAvailable();
        if (validator == null) {
            throw new IllegalStateException("容器里没有校验器，约束一处也不会执行："
                    + "加上 spring-boot-starter-validation 再查");
        }
        ConstraintGaps check = new ConstraintGaps(validator, List.of(packages));
        context.getBeansOfType(RequestMappingHandlerMapping.class).values().stream()
                .flatMap(mapping -> mapping.getHandlerMethods().values().stream())
                .filter(method -> check.isOwn(method.getBeanType()))
                .forEach(method -> Arrays.stream(method.getMethodParameters())
                        .filter(parameter -> parameter.hasParameterAnnotation(RequestBody.class)
                                || parameter.hasParameterAnnotation(RequestPart.class)
                                || HttpEntity.class.isAssignableFrom(parameter.getParameterType()))
                        .forEach(parameter -> check.body(parameter, isMethodValidated(method))));
        for (String name : context.getBeanDefinitionNames()) {
            Class<?> type = context.getType(name);
            Class<?> own = type == null ? null : ClassUtils.getUserClass(type);
            if (check.isOwn(own)) {
                // 不是单例的不为它建一个：类上有 @Validated，建出来就有代理
                check.bean(own, !context.isSingleton(name)
                        || AopUtils.isAopProxy(context.getBean(name)));
            }
        }
        if (!check.unseen.isEmpty() || packages.length == 0) {
            throw new IllegalArgumentException("包 " + String.join("、", check.unseen)
                    + " 里一个 Bean 也没有，也没有走到它的类：改成你的应用所在的包");
        }
        return List.copyOf(check.gaps);
    }

    /** 请求体：参数上的注解走不走得进去，再看里面的每一层。 */
    private void body(MethodParameter parameter, boolean methodValidated) {
        String place = parameter.getContainingClass().getSimpleName() + "."
                + parameter.getExecutable().getName() + "() 的请求体";
        boolean valid = parameter.hasParameterAnnotation(Valid.class);
        boolean validated = isValidated(parameter);
        List<AnnotatedType> written = written(parameter);
        Class<?> type = parameter.getParameterType();
        if (HttpEntity.class.isAssignableFrom(type)) {
            // Spring MVC 不校验它，写了 @Valid 也一样
            inside(place, ResolvableType.forMethodParameter(parameter).as(HttpEntity.class)
                    .getGeneric().getType(), false, Set.of());
        }
        else if (isContainer(type)) {
            boolean byIndexOrKey = type.isArray() || List.class.isAssignableFrom(type)
                    || Map.class.isAssignableFrom(type);
            boolean before = valid && (byIndexOrKey || methodValidated);
            element(place, written, before, methodValidated);
        }
        else if (type == Optional.class) {
            inside(place, ResolvableType.forMethodParameter(parameter).getGeneric().getType(),
                    validated || isValid(argument(written, 0)), Set.of());
        }
        else {
            Type whole = ResolvableType.forMethodParameter(parameter).getType();
            inside(place, isOwn(type) && whole instanceof ParameterizedType ? whole : type,
                    validated, Set.of());
        }
    }

    /** 调用之前，会不会把参数统一校验一遍：由 Spring MVC，或者由类上的 @Validated 带来的代理。 */
    private static boolean isMethodValidated(HandlerMethod method) {
        return method.createWithValidateFlags().shouldValidateArguments()
                || AnnotatedElementUtils.hasAnnotation(method.getBeanType(), Validated.class);
    }

    /** 第一道认得的写法：@Valid、@Validated，以及名字以 Valid 开头的注解。 */
    private static boolean isValidated(MethodParameter parameter) {
        return Arrays.stream(parameter.getParameterAnnotations()).anyMatch(
                it -> ValidationAnnotationUtils.determineValidationHints(it) != null);
    }

    /** 参数的类型，连同它在父类与接口里的写法：校验器把各处的注解合在一起。 */
    private static List<AnnotatedType> written(MethodParameter parameter) {
        Method method = (Method) parameter.getExecutable();
        Set<Class<?>> declaring = new LinkedHashSet<>(List.of(method.getDeclaringClass()));
        declaring.addAll(ClassUtils.getAllInterfacesForClassAsSet(parameter.getContainingClass()));
        for (Class<?> type = parameter.getContainingClass(); type != null;
                type = type.getSuperclass()) {
            declaring.add(type);
        }
        return declaring.stream()
                .map(type -> ReflectionUtils.findMethod(type, method.getName(),
                        method.getParameterTypes()))
                .filter(Objects::nonNull).distinct()
                .map(found -> found.getAnnotatedParameterTypes()[parameter.getParameterIndex()])
                .toList();
    }

    /** 照尖括号里的注解往里走；没有触发校验的（on 为 false），里面写了 @Valid 也不算。 */
    private void element(String place, List<AnnotatedType> written, boolean cascaded, boolean on) {
        Type type = written.getFirst().getType();
        if (!(type instanceof ParameterizedType generic) || !isContainerOfOthers(type)) {
            inside(place, type, cascaded, Set.of());
            return;
        }
        int last = generic.getActualTypeArguments().length - 1;
        for (int i = 0; i <= last; i++) {
            List<AnnotatedType> argument = argument(written, i);
            Type element = argument.getFirst().getType();
            // 元素本身又是容器，外面的 @Valid 就走不进里面
            boolean here = on && !isContainerOfOthers(element)
                    && (isValid(argument) || cascaded && i == last);
            // JSON 里，map 的键不会是 null；写了别的约束的，当作想过 null
            if (here && i == last && argument.stream().noneMatch(ConstraintGaps::isConstrained)
                    && isOwn(ResolvableType.forType(element).resolve())) {
                gaps.add(elementOf(place) + "可以是 null，没写 @NotNull");
            }
            element(elementOf(place), argument, here, on);
        }
    }

    private static List<AnnotatedType> argument(List<AnnotatedType> written, int index) {
        return written.stream().filter(AnnotatedParameterizedType.class::isInstance)
                .map(type -> ((AnnotatedParameterizedType) type)
                        .getAnnotatedActualTypeArguments()[index]).toList();
    }

    private static boolean isValid(List<AnnotatedType> element) {
        return element.stream().anyMatch(type -> type.isAnnotationPresent(Valid.class));
    }

    private static boolean isConstrained(AnnotatedType element) {
        return Arrays.stream(element.getAnnotations())
                .anyMatch(it -> it.annotationType().isAnnotationPresent(Constraint.class));
    }

    /** 一个类型：有约束却没有级联就记一处；容器逐个看类型参数，自己的类再往里走。 */
    private void inside(String place, Type type, boolean cascaded,
            Set<ContainerElementTypeDescriptor> elements) {
        if (type instanceof ParameterizedType generic && !isContainerOfOthers(type)) {
            inside(place, generic.getRawType(), cascaded, elements);
            for (Type argument : generic.getActualTypeArguments()) {
                inside(place, argument, true, Set.of()); // 类型为 T 的字段看不见，只看它里面
            }
        }
        else if (type instanceof ParameterizedType generic) {
            Type[] arguments = generic.getActualTypeArguments();
            for (int i = 0; i < arguments.length; i++) {
                int index = i;
                var element = elements.stream()
                        .filter(candidate -> candidate.getTypeArgumentIndex() == index).findFirst();
                boolean last = i == arguments.length - 1;
                boolean here = cascaded && last || element.map(e -> e.isCascaded()).orElse(false);
                // @Valid 只走进一层：元素本身是容器或数组，就轮不到里面
                inside(elementOf(place), arguments[i], here && !isContainerOfOthers(arguments[i]),
                        element.map(e -> e.getConstrainedContainerElementTypes()).orElse(Set.of()));
                // JSON 里，map 的键不会是 null；Optional 的值是 null，说的是没有写
                boolean nullable = last && generic.getRawType() != Optional.class;
                element.filter(e -> nullable && e.isCascaded()
                                && e.getConstraintDescriptors().isEmpty()
                                && isOwn(ResolvableType.forType(arguments[index]).resolve()))
                        .ifPresent(e -> gaps.add(elementOf(place) + "可以是 null，没写 @NotNull"));
            }
        }
        else if (type instanceof WildcardType wildcard) {
            inside(place, wildcard.getUpperBounds()[0], cascaded, elements);
        }
        else if (type instanceof GenericArrayType array) {
            Type component = array.getGenericComponentType();
            inside(elementOf(place), component, cascaded && !isContainerOfOthers(component), Set.of());
        }
        else if (type instanceof Class<?> array && array.isArray()) {
            inside(elementOf(place), array.componentType(),
                    cascaded && !array.componentType().isArray(), Set.of());
        }
        else if (type instanceof Class<?> bean && isOwn(bean)) {
            BeanDescriptor constraints = constraintsOf(bean);
            if (!cascaded && constraints != null && constraints.isBeanConstrained()) {
                gaps.add(place + "：" + bean.getSimpleName() + " 有约束，这里没有走进去");
            }
            for (Class<?> own = bean; isOwn(own); own = own.getSuperclass()) {
                fields(own);
            }
        }
    }

    private void fields(Class<?> bean) {
        BeanDescriptor constraints = constraintsOf(bean);
        if (!walked.add(bean) || bean.isEnum() || constraints == null) {
            return;
        }
        for (Field field : bean.getDeclaredFields()) {
            int modifiers = field.getModifiers();
            if (!Modifier.isStatic(modifiers) && !Modifier.isTransient(modifiers)
                    && !field.isAnnotationPresent(JsonIgnore.class)) {
                var property = constraints.getConstraintsForProperty(field.getName());
                inside(bean.getSimpleName() + "." + field.getName(), field.getGenericType(),
                        property != null && property.isCascaded(), property == null ? Set.of()
                                : property.getConstrainedContainerElementTypes());
            }
        }
    }

    // region bean
    /** 一个 Bean：控制器不该有 @Validated，别的 Bean 的方法约束要有代理，代理要管得到。 */
    private void bean(Class<?> type, boolean proxied) {
        boolean controller = AnnotatedElementUtils.hasAnnotation(type, Controller.class);
        boolean validated = AnnotatedElementUtils.hasAnnotation(type, Validated.class);
        if (controller && validated) {
            gaps.add(type.getSimpleName()
                    + " 是控制器，类上不该写 @Validated：参数不对会变成 500");
        }
        BeanDescriptor constraints = constraintsOf(type);
        if (constraints == null || controller || AnnotatedElementUtils.hasAnnotation(type,
                ConfigurationProperties.class)) {
            return; // 控制器由 Spring MVC 校验，配置在启动时校验，都不靠代理
        }
        for (Class<?> own = type; isOwn(own); own = own.getSuperclass()) {
            for (Method method : own.getDeclaredMethods()) {
                if (constraints.getConstraintsForMethod(method.getName(),
                        method.getParameterTypes()) != null) {
                    constrained(type, method, validated, proxied);
                }
            }
        }
    }

    private void constrained(Class<?> type, Method method, boolean validated,
            boolean proxied) {
        String place = type.getSimpleName() + "." + method.getName() + "()";
        int modifiers = method.getModifiers();
        if (!validated || !proxied) {
            String why = validated ? "这个 Bean 却" : "类上没有 @Validated，";
            gaps.add(place + " 有约束，" + why + "没有代理去校验");
        }
        else if (Modifier.isFinal(modifiers) || Modifier.isPrivate(modifiers)) {
            gaps.add(place + " 是 final 或 private，代理管不到");
        }
    }
    // endregion bean

    /** 校验器说的约束；声明本身有错的记一处，返回 null。 */
    private BeanDescriptor constraintsOf(Class<?> type) {
        try {
            return validator.getConstraintsForClass(type);
        }
        catch (ValidationException ex) {
            gaps.add(type.getSimpleName() + " 的约束声明有错，校验到它就抛异常："
                    + ex.getMessage());
            return null;
        }
    }

    private static String elementOf(String place) {
        return place + (place.endsWith("请求体") || place.endsWith("元素") ? "的元素" : " 的元素");
    }

    private boolean isOwn(Class<?> type) {
        if (type == null) {
            return false;
        }
        unseen.removeIf(name -> type.getName().startsWith(name + "."));
        return packages.stream().anyMatch(name -> type.getName().startsWith(name + "."));
    }

    /** {@code List<X>}、{@code X[]} 这样的；自己的泛型类不算容器，当成普通的类。 */
    private boolean isContainerOfOthers(Type type) {
        return type instanceof GenericArrayType
                || type instanceof Class<?> array && array.isArray()
                || type instanceof ParameterizedType generic
                        && !isOwn((Class<?>) generic.getRawType());
    }

    private static boolean isContainer(Class<?> type) {
        return type.isArray() || Iterable.class.isAssignableFrom(type)
                || Map.class.isAssignableFrom(type);
    }
}
