package com.example.container;

import java.lang.reflect.Constructor;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** 六十行的容器：注册类；要哪个给哪个；缺什么，照构造器的参数先把什么建好。 */
public final class TinyContainer {

    private final Set<Class<?>> registered = new LinkedHashSet<>();
    private final Map<Class<?>, Object> beans = new HashMap<>();
    private final Set<Class<?>> creating = new LinkedHashSet<>();

    public TinyContainer register(Class<?>... types) {
        registered.addAll(List.of(types));
        return this;
    }

    // region get
    public <T> T get(Class<T> wanted) {
        List<Class<?>> candidates =
                registered.stream().filter(wanted::isAssignableFrom).toList();
        if (candidates.size() != 1) {
            throw new IllegalStateException("要 %s，注册了 %d 个（%s），正在建 %s".formatted(
                    wanted.getSimpleName(), candidates.size(), names(candidates, "、"),
                    names(creating, " → ")));
        }
        Class<?> type = candidates.getFirst();
        if (!beans.containsKey(type)) {
            beans.put(type, create(type));
        }
        return wanted.cast(beans.get(type));
    }
    // endregion get

    // region create
    private Object create(Class<?> type) {
        if (!creating.add(type)) {
            throw new IllegalStateException("循环依赖：%s → %s".formatted(
                    names(creating, " → "), type.getSimpleName()));
        }
        try {
            Constructor<?> constructor = type.getConstructors()[0];
            Object[] arguments =
                    Stream.of(constructor.getParameterTypes()).map(this::get).toArray();
            return constructor.newInstance(arguments);
        }
        catch (ReflectiveOperationException ex) {
            throw new IllegalStateException("建不出 " + type.getSimpleName(), ex);
        }
        finally {
            creating.remove(type);
        }
    }
    // endregion create

    private static String names(Collection<Class<?>> types, String separator) {
        return types.stream().map(Class::getSimpleName).collect(Collectors.joining(separator));
    }
}
