package com.example.bookstore;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.netbeans.lib.profiler.heap.ArrayItemValue;
import org.netbeans.lib.profiler.heap.GCRoot;
import org.netbeans.lib.profiler.heap.Heap;
import org.netbeans.lib.profiler.heap.HeapFactory;
import org.netbeans.lib.profiler.heap.Instance;
import org.netbeans.lib.profiler.heap.JavaClass;
import org.netbeans.lib.profiler.heap.ObjectFieldValue;
import org.netbeans.lib.profiler.heap.Value;

/** Reads a heap dump: which objects hold most, and who holds the objects of a class. */
public final class HeapPath {

    private static final int MOST = 5;
    private static final byte HEAP_DUMP_END = 0x2C;
    private static final int END_BYTES = 9;
    private static final short GZIP = 0x1F8B;

    private final Heap heap;

    /** @throws IOException when the file cannot be read or is not a whole heap dump */
    public HeapPath(Path dump) throws IOException {
        this(open(dump));
    }

    HeapPath(Heap heap) {
        this.heap = heap;
    }

    /**
     * Reads from memory where the dump fits into one buffer (2 GB): the library's way of reading a file leaves a folder
     * {@code .nbcache} beside the dump, and the biggest objects cannot be asked for once it is there.
     */
    private static Heap open(Path dump) throws IOException {
        try (FileChannel file = FileChannel.open(dump)) {
            ByteBuffer start = ByteBuffer.allocate(Short.BYTES);
            if (file.read(start, 0) == Short.BYTES && start.getShort(0) == GZIP) {
                throw new IOException("是压缩过的（GC.heap_dump -gz），先用 gunzip 解开");
            }
            // Cut between two records, a dump reads like a whole one; only the last record, which is empty, is missing.
            ByteBuffer end = ByteBuffer.allocate(END_BYTES);
            if (file.size() < END_BYTES || file.read(end, file.size() - END_BYTES) < END_BYTES
                    || end.get(0) != HEAP_DUMP_END || end.getInt(END_BYTES - Integer.BYTES) != 0) {
                throw new IOException("不是堆转储，或者没有写完");
            }
            return file.size() <= Integer.MAX_VALUE
                    ? HeapFactory.createHeap(file.map(FileChannel.MapMode.READ_ONLY, 0, file.size()), 0)
                    : HeapFactory.createHeap(dump.toFile());
        }
        catch (IndexOutOfBoundsException ex) {
            throw new IOException("不是堆转储，或者没有写完", ex);
        }
    }

    /** What holds most, and who holds that; where the library cannot tell, the classes whose objects take most. */
    public List<String> report() {
        List<Instance> biggest;
        try {
            biggest = biggest(MOST);
        }
        catch (RuntimeException ex) {
            List<String> lines = new ArrayList<>(List.of("算不出谁撑住最多（" + ex + "），改列占内存最多的类"));
            lines.addAll(histogram(MOST));
            return lines;
        }
        if (biggest.isEmpty()) {
            return List.of("没有哪个对象撑住一成以上的堆");
        }
        List<String> lines = new ArrayList<>();
        biggest.forEach(object -> lines.add(describe(object)));
        lines.addAll(path(biggest.getLast()));
        return lines;
    }

    /** The classes whose objects take most, without what these hold: name, number, and bytes. */
    List<String> histogram(int most) {
        List<JavaClass> classes = new ArrayList<>();
        for (Object each : heap.getAllClasses()) {
            classes.add((JavaClass) each);
        }
        return classes.stream().sorted(Comparator.comparingLong(JavaClass::getAllInstancesSize).reversed()).limit(most)
                .map(type -> "%s：%d 个，%d 字节".formatted(name(type), type.getInstancesCount(), type.getAllInstancesSize()))
                .toList();
    }

    /** How many objects of a class there are; 0 when the dump does not know the class. */
    public int count(String className) {
        JavaClass type = heap.getJavaClassByName(className);
        return type == null ? 0 : type.getInstancesCount();
    }

    /** 撑住堆的一成以上的对象，最多的在前；撑住的意思是，它被回收，这些也就能回收。 */
    public List<Instance> biggest(int most) {
        List<Instance> found = new ArrayList<>();
        for (Object each : heap.getBiggestObjectsByRetainedSize(most)) {
            if (percent((Instance) each) >= 10) {
                found.add((Instance) each);
            }
        }
        return found;
    }

    /** One object in words: its class, and its share of the heap in whole tens. */
    public String describe(Instance object) {
        return "%s 撑住堆的 %d%% 以上".formatted(name(object), percent(object) / 10 * 10);
    }

    private long percent(Instance object) {
        return object.getRetainedSize() * 100 / heap.getSummary().getTotalLiveBytes();
    }

    /** Who holds the objects of a class: the path of the one in the middle of them. */
    public List<String> path(String className) {
        JavaClass type = heap.getJavaClassByName(className);
        if (type == null || type.getInstancesCount() == 0) {
            return List.of("转储里没有 " + className + " 的对象");
        }
        return path((Instance) type.getInstances().get(type.getInstancesCount() / 2));
    }

    // region path
    /** 从一个对象走到 GC 根，一行一个持有它的人。 */
    public List<String> path(Instance object) {
        List<String> lines = new ArrayList<>(List.of(name(object)));
        Set<Long> roots = new HashSet<>();
        Instance at = object;
        while (!at.isGCRoot()
                || heldByAFieldAsWell(at, lines) && roots.add(at.getInstanceId())) {
            Instance holder = at.isGCRoot() ? field(at) : at.getNearestGCRootPointer();
            if (holder == null) {
                lines.add("没有人持有它，等着被回收");
                return lines;
            }
            String line = "  ← " + place(at, holder);
            // 链表一格拿着下一格，一样的几行只写一次
            if (!line.equals(lines.getLast())) {
                lines.add(line);
            }
            at = holder;
        }
        lines.add("  ← GC 根（" + kind(at) + "）");
        return lines;
    }
    // endregion path

    /**
     * When the memory ran out inside {@code put}, the table is a local variable of a running method and so a root itself.
     * That tells nothing: the way goes on along the fields until one of a class that is not the JDK's has been named.
     */
    private boolean heldByAFieldAsWell(Instance root, List<String> lines) {
        return GCRoot.JAVA_FRAME.equals(kind(root)) && heap.getJavaClassByID(root.getInstanceId()) == null
                && field(root) != null
                && lines.stream().skip(1).allMatch(line -> line.matches("  ← (java|jdk|sun|javax)\\..*"));
    }

    /** The object that holds this one in a field or an array, weak references left out; null when there is none. */
    private static Instance field(Instance object) {
        for (Object reference : object.getReferences()) {
            Value value = (Value) reference;
            if (!(value instanceof ObjectFieldValue field && field.getField().getName().equals("referent"))) {
                return value.getDefiningInstance();
            }
        }
        return null;
    }

    /** What an object is: its class; of a class that holds things in static fields, which one. */
    private String name(Instance object) {
        JavaClass itself = heap.getJavaClassByID(object.getInstanceId());
        return itself == null ? name(object.getJavaClass()) : "类 " + name(itself) + " 的静态字段";
    }

    /** The class's name; of a lambda's class without the address, which differs from run to run. */
    private static String name(JavaClass type) {
        return type.getName().replaceAll("\\$\\$Lambda.*", "\\$\\$Lambda");
    }

    private String place(Instance object, Instance holder) {
        for (Object reference : object.getReferences()) {
            Value value = (Value) reference;
            if (!value.getDefiningInstance().equals(holder)) {
                continue;
            }
            if (value instanceof ObjectFieldValue field) {
                return "%s.%s".formatted(name(field.getField().getDeclaringClass()), field.getField().getName());
            }
            if (value instanceof ArrayItemValue) {
                return name(holder.getJavaClass()).replaceFirst("(\\[])?$", "") + "[…]";
            }
        }
        return name(holder.getJavaClass());
    }

    private String kind(Instance root) {
        GCRoot found = heap.getGCRoot(root);
        return found == null ? "未知" : found.getKind();
    }

    /** @param args the dump, then a class whose holders are asked for, which may be left out */
    public static void main(String[] args) {
        System.setOut(legible(System.out, "stdout.encoding", FileDescriptor.out));
        System.setErr(legible(System.err, "stderr.encoding", FileDescriptor.err));
        if (args.length < 1 || args.length > 2) {
            System.err.println("用法：HeapPath 转储.hprof [类的全名]");
            System.exit(2);
        }
        HeapPath dump;
        try {
            dump = new HeapPath(Path.of(args[0]));
        }
        catch (IOException ex) {
            System.err.println("读不了 " + args[0] + "：" + ex);
            System.exit(2);
            return;
        }
        List<String> lines = args.length == 2 ? dump.path(args[1]) : dump.report();
        lines.forEach(System.out::println);
        if (args.length == 2 && dump.count(args[1]) == 0) {
            System.exit(1);
        }
    }

    /** A container often has no LANG, and would print question marks: there the report is written as UTF-8. */
    private static PrintStream legible(PrintStream stream, String property, FileDescriptor descriptor) {
        Charset charset = Charset.forName(System.getProperty(property, Charset.defaultCharset().name()));
        return charset.newEncoder().canEncode('转') ? stream
                : new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
    }
}
