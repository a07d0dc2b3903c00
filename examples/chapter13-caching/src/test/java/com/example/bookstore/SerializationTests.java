package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.io.NotSerializableException;
import java.io.StringWriter;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

import com.example.book.Recording;
import com.example.book.Table;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.cache.Cache;
import org.springframework.data.redis.cache.RedisCacheManager;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.serializer.JacksonJsonRedisSerializer;
import org.springframework.data.redis.serializer.JdkSerializationRedisSerializer;
import org.springframework.data.redis.serializer.SerializationException;

/** What yesterday's entries become when today's class is another one. The bytes are those that Redis would hold. */
class SerializationTests {

    @TempDir
    private Path folder;

    /** Compiles one version of the shop; each has a class loader of its own. */
    private Class<?> shop(String name, String form, String source) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Path classes = Files.createTempDirectory(folder, "shop");
        JavaFileObject file = new SimpleJavaFileObject(URI.create("string:///shop/" + name + ".java"),
                JavaFileObject.Kind.SOURCE) {

            @Override
            public CharSequence getCharContent(boolean ignore) {
                return "package shop; public " + form + " " + name + source;
            }
        };
        StringWriter said = new StringWriter();
        assertThat(compiler.getTask(said, null, null, List.of("--release", "21", "-d",
                classes.toString()), null, List.of(file)).call()).as(said::toString).isTrue();
        try {
            return new URLClassLoader(new URL[] {classes.toUri().toURL()}, getClass().getClassLoader())
                    .loadClass("shop." + name);
        }
        catch (ClassNotFoundException ex) {
            throw new IllegalStateException(ex);
        }
    }

    private static byte[] jdk(Class<?> type, Object... arguments) throws Exception {
        Object value = type.getDeclaredConstructors()[0].newInstance(arguments);
        return new JdkSerializationRedisSerializer(type.getClassLoader()).serialize(value);
    }

    private static Object jdkRead(Class<?> today, byte[] bytes) {
        return new JdkSerializationRedisSerializer(today.getClassLoader()).deserialize(bytes);
    }

    private static final String CLASS = """
             implements java.io.Serializable {
                public String title;
                public int price;
                public Book(String title, int price) { this.title = title; this.price = price; }
            %s}""";

    /** Not Serializable. */
    record Draft(String title) {
    }

    @Test
    @DisplayName("没有 implements Serializable：写进 Redis 时报错，还没有连接就报；包在列表里的，报的是 NotSerializableException；用 RedisTemplate 写，报的是 requires a Serializable payload")
    void notSerializable() {
        var connection = new LettuceConnectionFactory();
        try {
            RedisCacheManager manager = RedisCacheManager.create(connection);
            manager.afterPropertiesSet();
            Cache books = manager.getCache("books");
            Throwable thrown = catchThrowable(() -> books.put("1", new Draft("三体")));
            assertThat(thrown).isInstanceOf(IllegalStateException.class);
            Recording.check("not-serializable.txt", chain(thrown));
            RedisTemplate<Object, Object> template = new RedisTemplate<>();
            template.setConnectionFactory(connection);
            template.afterPropertiesSet();
            assertThat(catchThrowable(() -> template.opsForValue().set("1", new Draft("三体"))))
                    .isInstanceOf(SerializationException.class)
                    .rootCause().hasMessageContaining("DefaultSerializer requires a Serializable payload");
            assertThat(catchThrowable(() -> books.put("1", new ArrayList<>(List.of(new Draft("三体"))))))
                    .isInstanceOf(SerializationException.class)
                    .hasRootCauseInstanceOf(NotSerializableException.class)
                    .rootCause().hasMessage(Draft.class.getName());
        }
        finally {
            connection.destroy();
        }
    }

    @Test
    @DisplayName("类改了一个字段：InvalidClassException")
    void classChanged() throws Exception {
        byte[] yesterday = jdk(shop("Book", "class", CLASS.formatted("")), "三体", 23);
        Class<?> today = shop("Book", "class", CLASS.formatted("    public String author;\n"));
        Throwable thrown = catchThrowable(() -> jdkRead(today, yesterday));
        assertThat(thrown).isInstanceOf(SerializationException.class)
                .hasRootCauseInstanceOf(java.io.InvalidClassException.class);
        Recording.check("class-changed.txt", chain(thrown));
    }

    @Test
    @DisplayName("record 加了一个字段：不报错，新字段是 null；写了 serialVersionUID 的类也是；构造方法不收 null 的 record 报错")
    void fieldAddedQuietly() throws Exception {
        byte[] yesterday = jdk(shop("Book", "record", "(String title) implements java.io.Serializable { }"), "三体");
        Class<?> today = shop("Book", "record", "(String title, String author) implements java.io.Serializable { }");
        assertThat(jdkRead(today, yesterday)).hasToString("Book[title=三体, author=null]");
        Class<?> strict = shop("Book", "record", """
                (String title, String author) implements java.io.Serializable {
                    public Book {
                        java.util.Objects.requireNonNull(author);
                    }
                }""");
        assertThat(catchThrowable(() -> jdkRead(strict, yesterday))).isInstanceOf(SerializationException.class)
                .hasStackTraceContaining("java.io.InvalidObjectException");
        String uid = "    private static final long serialVersionUID = 1;\n";
        byte[] versioned = jdk(shop("Book", "class", CLASS.formatted(uid)), "三体", 23);
        Class<?> added = shop("Book", "class", CLASS.formatted(uid + "    public String author;\n"));
        Object read = jdkRead(added, versioned);
        assertThat(added.getField("price").get(read)).isEqualTo(23);
        assertThat(added.getField("author").get(read)).isNull();
    }

    @Test
    @DisplayName("类改了名：ClassNotFoundException")
    void classRenamed() throws Exception {
        byte[] yesterday = jdk(shop("Book", "class", CLASS.formatted("")), "三体", 23);
        Class<?> today = shop("Title", "record", "(String title) implements java.io.Serializable { }");
        Throwable thrown = catchThrowable(() -> jdkRead(today, yesterday));
        assertThat(thrown).isInstanceOf(SerializationException.class)
                .hasRootCauseInstanceOf(ClassNotFoundException.class);
        Recording.check("class-renamed.txt", chain(thrown));
    }

    private static String chain(Throwable thrown) {
        StringBuilder text = new StringBuilder(thrown.toString());
        for (Throwable cause = thrown.getCause(); cause != null; cause = cause.getCause()) {
            text.append("\nCaused by: ").append(cause);
        }
        return text.append('\n').toString();
    }

    @Test
    @DisplayName("record 的字段改名：不报错，值成了 null")
    void recordRenamedField() throws Exception {
        String before = "(String title, Integer price) implements java.io.Serializable { }";
        String after = "(String title, Integer salePrice) implements java.io.Serializable { }";
        Class<?> old = shop("Book", "record", before);
        Class<?> today = shop("Book", "record", after);
        Object jdk = jdkRead(today, jdk(old, "三体", 23));
        byte[] json = json(old, old.getDeclaredConstructors()[0].newInstance("三体", 23));
        Object fromJson = new JacksonJsonRedisSerializer<>(today).deserialize(json);
        assertThat(jdk).hasToString("Book[title=三体, salePrice=null]");
        assertThat(fromJson).hasToString("Book[title=三体, salePrice=null]");
        Recording.check("record-renamed.txt", new Table("昨天存的 Book[title=三体, price=23]", "今天读出来")
                .row("JDK 序列化", jdk)
                .row("JSON", fromJson).toString());
    }

    @Test
    @DisplayName("JSON：类改了名照样读得出")
    void jsonClassRenamed() throws Exception {
        Class<?> old = shop("Book", "record", "(String title) { }");
        Class<?> today = shop("Title", "record", "(String title) { }");
        byte[] json = json(old, old.getDeclaredConstructors()[0].newInstance("三体"));
        assertThat(new JacksonJsonRedisSerializer<>(today).deserialize(json)).hasToString("Title[title=三体]");
    }

    @Test
    @DisplayName("改名的字段是 int：JSON 报错，JDK 序列化给 0")
    void jsonPrimitive() throws Exception {
        String serializable = " implements java.io.Serializable { }";
        assertThat(jdkRead(shop("Book", "record", "(String title, int salePrice)" + serializable),
                jdk(shop("Book", "record", "(String title, int price)" + serializable), "三体", 23)))
                .hasToString("Book[title=三体, salePrice=0]");
        Class<?> old = shop("Book", "record", "(String title, int price) { }");
        Class<?> today = shop("Book", "record", "(String title, int salePrice) { }");
        byte[] json = json(old, old.getDeclaredConstructors()[0].newInstance("三体", 23));
        Throwable thrown = catchThrowable(() -> new JacksonJsonRedisSerializer<>(today).deserialize(json));
        assertThat(thrown).isInstanceOf(SerializationException.class);
        Recording.check("json-primitive.txt", thrown.getMessage() + "\n");
    }

    @SuppressWarnings("unchecked")
    private static byte[] json(Class<?> type, Object value) {
        return ((JacksonJsonRedisSerializer<Object>) new JacksonJsonRedisSerializer<>(type)).serialize(value);
    }
}
