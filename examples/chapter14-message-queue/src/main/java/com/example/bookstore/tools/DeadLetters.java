package com.example.bookstore.tools;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.GetResponse;
import com.rabbitmq.client.ShutdownSignalException;

/**
 * Looks into a dead-letter queue, says why each message is there, and sends messages back. Needs only
 * RabbitMQ's own client, so it can be copied into any project.
 */
public final class DeadLetters {

    private final Connection connection;

    public DeadLetters(Connection connection) {
        this.connection = connection;
    }

    /** A dead letter as {@code x-death} explains it. */
    public record Letter(String body, String queue, String reason, long count) {
    }

    // region list
    /** 逐条取出来看，不确认；看完照原来的先后放回去。 */
    public List<Letter> list(String deadQueue) throws IOException, TimeoutException {
        List<Letter> letters = new ArrayList<>();
        try (Channel channel = connection.createChannel()) {
            GetResponse got = channel.basicGet(deadQueue, false);
            List<Long> tags = new ArrayList<>();
            while (got != null) {
                letters.add(explain(got));
                tags.add(got.getEnvelope().getDeliveryTag());
                boolean last = got.getMessageCount() == 0;
                got = last ? null : channel.basicGet(deadQueue, false);
            }
            for (long tag : tags) { // 只关掉通道，仲裁队列会打乱先后
                channel.basicNack(tag, false, true);
            }
        }
        return letters;
    }
    // endregion list

    // region explain
    private static Letter explain(GetResponse got) {
        String body = new String(got.getBody(), StandardCharsets.UTF_8);
        Map<String, Object> headers = got.getProps().getHeaders();
        if (headers != null && headers.get("x-death") instanceof List<?> deaths
                && !deaths.isEmpty() && deaths.get(0) instanceof Map<?, ?> last
                && last.get("queue") != null && last.get("count") instanceof Number count) {
            return new Letter(body, last.get("queue").toString(),
                    String.valueOf(last.get("reason")), count.longValue());
        }
        return new Letter(body, null, "没有 x-death：它是直接发进来的", 0);
    }
    // endregion explain

    // region replay
    /**
     * 把至多 limit 条送回它们死掉的队列。RabbitMQ 确认收下之后，才从死信队列里删掉；
     * 因此中途断电最多重复，不会丢。遇到一条送不回去的就停下，它和后面的都不动。
     */
    public int replay(String deadQueue, int limit)
            throws IOException, TimeoutException, InterruptedException {
        try (Channel channel = connection.createChannel()) {
            AtomicBoolean returned = new AtomicBoolean();
            channel.addReturnListener(back -> returned.set(true));
            channel.confirmSelect();
            // 至多送现在这些：没修好的马上又死，不能送了一遍又一遍
            long waiting = Math.min(limit, channel.messageCount(deadQueue));
            int replayed = 0;
            while (replayed < waiting) {
                GetResponse got = channel.basicGet(deadQueue, false);
                if (got == null) {
                    break;
                }
                String origin = explain(got).queue();
                if (origin == null) {
                    throw stopped(replayed, "下一条没有 x-death，不知道送回哪里");
                }
                // 送回那一个队列，不经过原来的交换机：别的队列已经处理过它了
                channel.basicPublish("", origin, true, withoutCopies(got), got.getBody());
                boolean taken = taken(channel, replayed);
                if (!taken || returned.get()) {
                    throw stopped(replayed,
                            "队列 " + origin + (taken ? " 已经不在了" : " 拒收"));
                }
                channel.basicAck(got.getEnvelope().getDeliveryTag(), false);
                replayed++;
            }
            return replayed;
        }
    }
    // endregion replay

    /** Whether RabbitMQ took the message; it may also say nothing, or close the channel. */
    private static boolean taken(Channel channel, int replayed) throws IOException, InterruptedException {
        try {
            return channel.waitForConfirms(5_000);
        }
        catch (ShutdownSignalException | TimeoutException ex) {
            throw stopped(replayed, "下一条没有等到确认，可能到了，也可能没到"
                    + (ex.getMessage() == null ? "" : "（" + ex.getMessage() + "）"));
        }
    }

    private static IOException stopped(int replayed, String why) {
        return new IOException("送回 " + replayed + " 条之后停下：" + why + "，它和后面的都留在死信队列里");
    }

    /** 带着 CC 头，RabbitMQ 会再抄送给那些队列，而它们早就收到过了。 */
    private static AMQP.BasicProperties withoutCopies(GetResponse got) {
        Map<String, Object> headers = new HashMap<>(got.getProps().getHeaders());
        headers.remove("CC");
        return got.getProps().builder().headers(headers).build();
    }

    // region main
    /** list 队列，或 replay 队列 [条数]，不写是一条；地址取自环境变量 RABBITMQ_URI。 */
    public static void main(String[] args) {
        legible(args);
        if (!(args.length == 2 && List.of("list", "replay").contains(args[0])
                || args.length == 3 && args[0].equals("replay")
                && args[2].matches("[0-9]{1,9}"))) {
            fail(2, "用法：list 队列 | replay 队列 [条数]");
        }
        ConnectionFactory factory = new ConnectionFactory();
        try {
            factory.setUri(System.getenv().getOrDefault(
                    "RABBITMQ_URI", "amqp://guest:guest@localhost:5672"));
        }
        catch (Exception ex) { // 不打印原话，里面可能有密码
            fail(2, "RABBITMQ_URI 要写成 amqp://用户:密码@主机:端口，特殊字符写成 %XX");
        }
        try (Connection connection = factory.newConnection()) {
            DeadLetters letters = new DeadLetters(connection);
            if (args[0].equals("list")) {
                print(letters.list(args[1]));
            }
            else {
                int limit = args.length == 3 ? Integer.parseInt(args[2]) : 1;
                System.out.println("送回 " + letters.replay(args[1], limit) + " 条");
            }
        }
        catch (Exception ex) {
            // 队列不存在时，RabbitMQ 的原话在里面一层
            Throwable said = ex.getCause() == null ? ex : ex.getCause();
            fail(1, "没有做完：" + (said.getMessage() == null ? said : said.getMessage()));
        }
    }
    // endregion main

    /**
     * A container often has no LANG, and would print question marks for a Chinese body: there it is UTF-8. An argument
     * that came in as such marks (Maven passes on real ones) is another queue's name, and nothing can bring it back.
     */
    private static void legible(String[] args) {
        System.setOut(legible(System.out, "stdout.encoding", FileDescriptor.out));
        System.setErr(legible(System.err, "stderr.encoding", FileDescriptor.err));
        String all = String.join("", args);
        if (all.indexOf('\uFFFD') >= 0 || all.indexOf('?') >= 0 && !chinese("native.encoding")) {
            fail(2, "参数里的中文没有读出来：设好 LC_ALL=C.UTF-8 再运行");
        }
    }

    private static PrintStream legible(PrintStream stream, String property, FileDescriptor descriptor) {
        return chinese(property) ? stream
                : new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
    }

    private static boolean chinese(String property) {
        return Charset.forName(System.getProperty(property, "UTF-8")).newEncoder().canEncode('书');
    }

    private static void fail(int exitCode, String why) {
        System.err.println(why);
        System.exit(exitCode);
    }

    private static void print(List<Letter> letters) {
        for (Letter letter : letters) {
            System.out.println(letter.queue() == null ? letter.reason()
                    : "%s  来自 %s，第 %d 次".formatted(letter.reason(), letter.queue(), letter.count()));
            // 消息体可能是别人写的：控制字符会改动终端
            System.out.println("    " + letter.body().replaceAll("[\\p{Cntrl}&&[^\\n\\t]]", "?").replace("\n", "\n    "));
        }
        System.out.println("共 " + letters.size() + " 条");
    }
}
