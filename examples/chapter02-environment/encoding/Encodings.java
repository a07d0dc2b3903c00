import java.nio.charset.Charset;

/** 打印这个 JVM 用的三种编码。 */
public class Encodings {

    public static void main(String[] args) {
        System.out.println("default=" + Charset.defaultCharset());
        System.out.println("native=" + System.getProperty("native.encoding"));
        System.out.println("stdout=" + System.getProperty("stdout.encoding"));
        System.out.println("书");
    }
}
