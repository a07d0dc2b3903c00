import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.StructuredTaskScope;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** 三个一起出发，其中一个坏了：另外两个怎么样？JDK 25 的预览：java --enable-preview --source 25 PageOutlook.java */
public class PageOutlook {

    static final AtomicInteger finished = new AtomicInteger();
    static final AtomicInteger interrupted = new AtomicInteger();

    static CountDownLatch others;

    static String slow(String answer) {
        try {
            Thread.sleep(Duration.ofMillis(500));
            finished.incrementAndGet();
            return answer;
        }
        catch (InterruptedException ex) {
            interrupted.incrementAndGet();
            throw new IllegalStateException(ex);
        }
        finally {
            others.countDown();
        }
    }

    static String broken() {
        throw new IllegalStateException("评分坏了");
    }

    static void futures() {
        var stock = CompletableFuture.supplyAsync(() -> slow("有货"));
        var price = CompletableFuture.supplyAsync(() -> slow("68.00"));
        var rating = CompletableFuture.supplyAsync(PageOutlook::broken);
        System.out.println(rating.join() + stock.join() + price.join());
    }

    // region scope
    static void scope() throws InterruptedException {
        try (var scope = StructuredTaskScope.open()) {
            var stock = scope.fork(() -> slow("有货"));
            var price = scope.fork(() -> slow("68.00"));
            var rating = scope.fork(PageOutlook::broken);
            scope.join(); // 有一个坏了，就打断别的，抛出来
            System.out.println(stock.get() + price.get() + rating.get());
        }
    }
    // endregion scope

    static void report(String name) throws InterruptedException {
        if (!others.await(20, TimeUnit.SECONDS)) {
            throw new IllegalStateException("另外两个没有结束");
        }
        System.out.println(name + "：另外两个，做完 " + finished.getAndSet(0) + " 个，被打断 " + interrupted.getAndSet(0) + " 个");
    }

    public static void main(String[] args) throws InterruptedException {
        others = new CountDownLatch(2);
        try {
            futures();
        }
        catch (CompletionException ex) {
            report("CompletableFuture");
        }
        others = new CountDownLatch(2);
        try {
            scope();
        }
        catch (StructuredTaskScope.FailedException ex) {
            report("StructuredTaskScope");
        }
    }
}
