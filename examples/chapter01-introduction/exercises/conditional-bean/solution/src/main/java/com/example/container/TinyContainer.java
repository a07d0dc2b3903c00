package com.example.container;

import java.lang.reflect.Constructor;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** 第 1 章的小容器，多了两个按条件注册的方法。 */
public final class TinyContainer {

    private final Set<Class<?>> registered = new LinkedHashSet<>();
    private final Map<Class<?>, Object> beans = new HashMap<>();
    private final Set<Class<?>> creating = new LinkedHashSet<>();
    private final Map<Class<?>, Class<?>> fallbacks = new LinkedHashMap<>();

    public TinyContainer register(Class<?>... types) {
        registered.addAll(List.of(types));
        return this;
    }

    // region conditions
    /** 类路径上有这个名字的类，才注册 {@code type}；没有就当没说。 */
    public TinyContainer registerIfClass(String className, Class<?> type) {
        try {
            Class.forName(className, false, TinyContainer.class.getClassLoader());
            return register(type);
        }
        catch (ClassNotFoundException ex) {
            return this;
        }
    }

    /** 别处没有注册任何能当 {@code wanted} 用的类，才用 {@code fallback}。 */
    public TinyContainer registerIfMissing(Class<?> wanted, Class<?> fallback) {
        fallbacks.putIfAbsent(wanted, fallback);
        return this;
    }

    private void decideFallbacks() {
        fallbacks.forEach((wanted, fallback) -> {
            if (registered.stream().noneMatch(wanted::isAssignableFrom)) {
                register(fallback);
            }
        });
        fallbacks.clear();
    }

    public <T> T get(Class<T> wanted) {
        // 到第一次要 Bean 时，该注册的才都注册完了
        decideFallbacks();
        // endregion conditions
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

    private static String names(Collection<Class<?>> types, String separator) {
        return types.stream().map(Class::getSimpleName).collect(Collectors.joining(separator));
    }
}
