package com.example.bookstore;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

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

    private static final int LONGEST = 60;

    private final Heap heap;

    /** @throws IOException when the file cannot be read or is not a heap dump */
    public HeapPath(Path dump) throws IOException {
        heap = HeapFactory.createHeap(dump.toFile());
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
        return "%s 撑住堆的 %d%% 以上".formatted(name(object.getJavaClass()), percent(object) / 10 * 10);
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
        List<String> lines = new ArrayList<>(List.of(name(object.getJavaClass())));
        Instance at = object;
        while (!at.isGCRoot() && lines.size() < LONGEST) {
            Instance holder = at.getNearestGCRootPointer();
            if (holder == null) {
                lines.add("没有人持有它，等着被回收");
                return lines;
            }
            lines.add("  ← " + place(at, holder));
            at = holder;
        }
        lines.add("  ← GC 根（" + kind(at) + "）");
        return lines;
    }
    // endregion path

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
    public static void main(String[] args) throws IOException {
        if (args.length < 1 || args.length > 2) {
            System.err.println("用法：HeapPath 转储.hprof [类的全名]");
            System.exit(2);
        }
        HeapPath dump = new HeapPath(Path.of(args[0]));
        List<Instance> biggest = args.length == 2 ? List.of() : dump.biggest(5);
        biggest.forEach(object -> System.out.println(dump.describe(object)));
        if (!biggest.isEmpty()) {
            // 最里面的一个，它的持有者就是前面那几个
            dump.path(biggest.getLast()).forEach(System.out::println);
        }
        else if (args.length == 1) {
            System.out.println("没有哪个对象撑住一成以上的堆");
        }
        else {
            dump.path(args[1]).forEach(System.out::println);
        }
    }
}
