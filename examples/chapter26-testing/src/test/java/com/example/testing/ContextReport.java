package com.example.testing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.io.support.PropertySourceDescriptor;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.context.MergedContextConfiguration;
import org.springframework.test.context.TestContextAnnotationUtils;
import org.springframework.test.context.bean.override.BeanOverride;

/**
 * Tells how many contexts the tests of this JVM started, and why each of them could not be shared. Copy this
 * class into {@code src/test/java} and name it in {@code src/test/resources/META-INF/spring.factories} as a
 * {@code org.springframework.test.context.ContextCustomizerFactory}.
 */
public final class ContextReport implements ContextCustomizerFactory {

    /** A started context: its number, the first test class that needed it, and why it was not shared. */
    public record Start(int number, String test, String why) {

        @Override
        public String toString() {
            return "上下文 %d：%s，%s".formatted(number, test, why);
        }
    }

    private record Known(Start start, MergedContextConfiguration configuration) {
    }

    private static final List<Known> KNOWN = new ArrayList<>();

    /** The contexts started so far, in this order. */
    public static synchronized List<Start> starts() {
        return KNOWN.stream().map(Known::start).toList();
    }

    /** Begins to count anew; contexts in the cache stay there. */
    public static synchronized void clear() {
        KNOWN.clear();
    }

    // region customizer
    @Override
    public ContextCustomizer createContextCustomizer(Class<?> testClass,
            List<ContextConfigurationAttributes> attributes) {
        return new Customizer();
    }

    /** Spring 每启动一个上下文，就调用它一次；从缓存里拿的不调用。 */
    private record Customizer() implements ContextCustomizer { // 没有字段，个个相等

        @Override
        public void customizeContext(ConfigurableApplicationContext context,
                MergedContextConfiguration merged) {
            started(merged);
        }
    }

    private static synchronized void started(MergedContextConfiguration merged) {
        String test = name(merged.getTestClass());
        Start start = new Start(KNOWN.size() + 1, test, why(merged));
        KNOWN.add(new Known(start, merged));
        System.out.println(start);
    }
    // endregion customizer

    /** The simple name, for a {@code @Nested} class with those around it; the whole name if the simple one is taken. */
    private static String name(Class<?> test) {
        Class<?> type = test;
        StringBuilder name = new StringBuilder(type.getSimpleName());
        while (TestContextAnnotationUtils.searchEnclosingClass(type)) {
            type = type.getEnclosingClass();
            name.insert(0, type.getSimpleName() + ".");
        }
        boolean taken = KNOWN.stream().anyMatch(known -> known.start().test().contentEquals(name)
                && known.configuration().getTestClass() != test);
        return taken ? test.getName() : name.toString();
    }

    private static String why(MergedContextConfiguration merged) {
        Optional<Known> same = KNOWN.stream().filter(known -> known.configuration().equals(merged)).findFirst();
        if (same.isPresent()) {
            return "与上下文 %d 的配置一样：那一个被关闭了（@DirtiesContext），或者被挤出了缓存，或者没有启动成功"
                    .formatted(same.get().start().number());
        }
        return KNOWN.stream().min(Comparator.comparingInt(known -> differences(merged, known.configuration()).size()))
                .map(known -> "与上下文 %d 相比：%s".formatted(known.start().number(),
                        String.join("，", differences(merged, known.configuration()))))
                .orElse("第一个");
    }

    // region facts
    private static Map<Object, String> facts(MergedContextConfiguration merged) {
        Map<Object, String> facts = new LinkedHashMap<>();
        for (Class<?> type : merged.getClasses()) {
            facts.put(type, "配置类 " + type.getSimpleName());
        }
        for (String profile : merged.getActiveProfiles()) {
            facts.put("profile " + profile, "profile " + profile);
        }
        for (String property : merged.getPropertySourceProperties()) {
            facts.put("property " + property, "属性 " + property);
        }
        for (ContextCustomizer customizer : merged.getContextCustomizers()) {
            facts.put(customizer, text(customizer, merged));
        }
        // endregion facts
        facts.values().removeIf(String::isEmpty);
        for (String location : merged.getLocations()) {
            facts.put("location " + location, "配置文件 " + location);
        }
        for (Class<?> type : merged.getContextInitializerClasses()) {
            facts.put(type, "初始化器 " + type.getSimpleName());
        }
        for (PropertySourceDescriptor source : merged.getPropertySourceDescriptors()) {
            if (!source.locations().isEmpty()) {
                facts.put(source, "属性文件 " + String.join("、", source.locations()));
            }
        }
        if (merged.getParent() != null) {
            facts.put(merged.getParent(), "父上下文");
        }
        Class<?> loader = merged.getContextLoader().getClass();
        facts.put(loader, "加载器 " + loader.getSimpleName());
        return facts;
    }

    private static List<String> differences(MergedContextConfiguration now, MergedContextConfiguration before) {
        List<String> more = texts(facts(now), facts(before));
        List<String> less = texts(facts(before), facts(now));
        List<String> differences = new ArrayList<>();
        for (String text : more) {
            differences.add((less.remove(text) ? "换了 " : "多了 ") + text);
        }
        less.forEach(text -> differences.add("少了 " + text));
        return differences.isEmpty() ? List.of(sameFacts(written(now), written(before))) : differences;
    }

    private static String sameFacts(List<Object> now, List<Object> before) {
        if (now.equals(before)) {
            return "这里列的都一样，不同在别处";
        }
        return counts(now).equals(counts(before)) ? "写的是同样的东西，先后不同" : "写的是同样的东西，有的写了几遍";
    }

    private static Map<Object, Long> counts(List<Object> written) {
        return written.stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    }

    /** What Spring compares in the order it is written in. */
    private static List<Object> written(MergedContextConfiguration merged) {
        List<Object> written = new ArrayList<>();
        Collections.addAll(written, (Object[]) merged.getClasses());
        Collections.addAll(written, (Object[]) merged.getActiveProfiles());
        Collections.addAll(written, (Object[]) merged.getLocations());
        written.addAll(merged.getPropertySourceDescriptors());
        Collections.addAll(written, (Object[]) merged.getPropertySourceProperties());
        return written;
    }

    private static List<String> texts(Map<Object, String> of, Map<Object, String> without) {
        List<String> texts = new ArrayList<>();
        of.forEach((key, text) -> {
            if (!without.containsKey(key)) {
                texts.add(text);
            }
        });
        return texts;
    }

    private static String text(ContextCustomizer customizer, MergedContextConfiguration merged) {
        Class<?> type = customizer.getClass();
        String name = type.isAnonymousClass() ? type.getName() : type.getSimpleName();
        return switch (name) {
            case "BeanOverrideContextCustomizer" -> "替身" + overrides(merged.getTestClass());
            case "ImportsContextCustomizer" -> "@Import";
            case "TypeExcludeFiltersContextCustomizer" -> "切片装进的类，比如 @WebMvcTest 里写的控制器";
            case "PropertyMappingContextCustomizer" -> "@AutoConfigureMockMvc 之类的注解";
            // Every test class has this one, also without such a method.
            case "DynamicPropertiesContextCustomizer" ->
                hasDynamicProperties(merged.getTestClass()) ? "@DynamicPropertySource" : "";
            case "SpringBootTestAnnotation" -> "@SpringBootTest 的 webEnvironment、args 或 useMainMethod";
            default -> name;
        };
    }

    private static String overrides(Class<?> test) {
        StringBuilder text = new StringBuilder();
        MergedAnnotations.search(MergedAnnotations.SearchStrategy.TYPE_HIERARCHY)
                .withEnclosingClasses(TestContextAnnotationUtils::searchEnclosingClass).from(test)
                .stream(BeanOverride.class).map(MergedAnnotation::getMetaSource).filter(Objects::nonNull)
                .flatMap(annotation -> annotation.getValue("types", Class[].class).stream().flatMap(Arrays::stream))
                .forEach(type -> text.append(' ').append(type.getSimpleName()).append("（写在类上）"));
        family(test).stream().flatMap(type -> Arrays.stream(type.getDeclaredFields()))
                .filter(field -> AnnotatedElementUtils.hasAnnotation(field, BeanOverride.class))
                .forEach(field -> text.append(' ').append(field.getType().getSimpleName()).append(' ').append(field.getName()));
        return text.toString();
    }

    private static boolean hasDynamicProperties(Class<?> test) {
        return family(test).stream().flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                .anyMatch(method -> AnnotatedElementUtils.hasAnnotation(method, DynamicPropertySource.class));
    }

    /** The class, those above it and, for a {@code @Nested} one, those around it: where Spring looks for annotations. */
    private static Set<Class<?>> family(Class<?> test) {
        Set<Class<?>> family = new LinkedHashSet<>();
        addFamily(test, family);
        return family;
    }

    private static void addFamily(Class<?> type, Set<Class<?>> family) {
        if (type == null || !family.add(type)) {
            return;
        }
        addFamily(type.getSuperclass(), family);
        for (Class<?> above : type.getInterfaces()) {
            addFamily(above, family);
        }
        if (TestContextAnnotationUtils.searchEnclosingClass(type)) {
            addFamily(type.getEnclosingClass(), family);
        }
    }
}
