package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.bookstore.Broker;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.GroupType;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.UnreleasedInstanceIdException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The broker gives the members of a group time (5 s) to answer, so the tests wait side by side. */
@Timeout(240)
class RebalanceTests {

    private static final int PARTITIONS = 6;
    private static final Duration LONG = Duration.ofSeconds(60);

    private enum Way {

        RANGE("默认（Range）", "heartbeat.interval.ms", 300),
        STICKY("CooperativeSticky", "heartbeat.interval.ms", 300,
                "partition.assignment.strategy", CooperativeStickyAssignor.class.getName()),
        SERVER("group.protocol=consumer", "group.protocol", "consumer");

        private final String title;
        private final Object[] settings;

        Way(String title, Object... settings) {
            this.title = title;
            this.settings = settings;
        }

        private Object[] with(Object... more) {
            return Stream.concat(Stream.of(settings), Stream.of(more)).toArray();
        }
    }

    /** What was seen when a third member came, while the first stood in the middle of a record, and when it went. */
    private record Seen(Way way, List<String> pair, List<String> trio, List<String> again, int takenWhenItCame,
            int doneMeanwhile, int newcomerMeanwhile, int takenWhenItWent) {
    }

    private static ConsumerGroupDescription group(String name) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", Broker.servers()))) {
            return admin.describeConsumerGroups(List.of(name)).describedGroups().get(name).get();
        }
    }

    private static void awaitHoldings(int each, Member... members) {
        await().atMost(LONG).until(() -> Stream.of(members).allMatch(member -> member.holds() == each));
    }

    private static List<String> holdings(Member... members) {
        return Stream.of(members).map(Member::partitions).toList();
    }

    private static Seen comeAndGo(Way way) throws Exception {
        String topic = Broker.topic(PARTITIONS);
        try (Feed feed = new Feed(topic, PARTITIONS);
                Member one = Member.join(topic, 1, way.settings)) {
            awaitHoldings(6, one);
            try (Member two = Member.join(topic, 2, way.settings)) {
                awaitHoldings(3, one, two);
                List<String> pair = holdings(one, two);
                int taken = one.taken() + two.taken();
                List<String> trio;
                int meanwhile;
                int newcomer;
                int takenWhenItCame;
                one.standStill();
                try (Member three = Member.join(topic, 3, way.settings)) {
                    switch (way) {
                        case RANGE -> awaitHoldings(0, two);
                        case STICKY -> await().atMost(LONG)
                                .until(() -> group(topic).groupState() == GroupState.PREPARING_REBALANCE);
                        case SERVER -> awaitHoldings(1, three);
                    }
                    int before = two.done();
                    // Time for the second to learn of it, and to work or not to work.
                    await().pollDelay(Duration.ofSeconds(2)).atMost(LONG)
                            .until(() -> way == Way.RANGE || two.done() - before > 100);
                    meanwhile = two.done() - before;
                    newcomer = three.holds();
                    one.goOn();
                    awaitHoldings(2, one, two, three);
                    trio = holdings(one, two, three);
                    takenWhenItCame = one.taken() + two.taken() - taken;
                    taken += takenWhenItCame;
                }
                awaitHoldings(3, one, two);
                return new Seen(way, pair, trio, holdings(one, two), takenWhenItCame, meanwhile, newcomer,
                        one.taken() + two.taken() - taken);
            }
        }
    }

    /** Runs them at the same time; results in the order of the tasks. */
    private static <T> List<T> sideBySide(List<Callable<T>> tasks) throws Exception {
        List<T> results = new ArrayList<>();
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            for (Future<T> each : threads.invokeAll(tasks)) {
                results.add(each.get());
            }
        }
        return results;
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void aMemberComesAndGoes() throws Exception {
        List<Seen> all = sideBySide(Stream.of(Way.values()).map(way -> (Callable<Seen>) () -> comeAndGo(way)).toList());
        Table holdings = new Table("分配的办法", "时刻", "一号", "二号", "三号");
        Table costs = new Table("三号来时，一号停在一条消息上", "一共收走", "停着时二号做了", "停着时三号拿到", "三号走，一共收走");
        for (Seen seen : all) {
            holdings.row(seen.way().title, "两个人", seen.pair().get(0), seen.pair().get(1), "");
            holdings.row("", "三号来了", seen.trio().get(0), seen.trio().get(1), seen.trio().get(2));
            holdings.row("", "三号走了", again(seen, 0), again(seen, 1), "");
            costs.row(seen.way().title, seen.takenWhenItCame() + " 个",
                    seen.doneMeanwhile() >= 100 ? "100 条以上" : seen.doneMeanwhile() + " 条",
                    seen.newcomerMeanwhile() + " 个", seen.takenWhenItWent() + " 个");
        }
        Recording.checkVerbatim("rebalance-holdings.txt", holdings.toString());
        Recording.checkVerbatim("rebalance-costs.txt", costs.toString());
        assertThat(all).extracting(Seen::takenWhenItCame).containsExactly(PARTITIONS, 2, 2);
        assertThat(all).extracting(Seen::newcomerMeanwhile).containsExactly(0, 0, 1);
        assertThat(all).extracting(Seen::takenWhenItWent).containsExactly(4, 0, 0);
        assertThat(all.getFirst().doneMeanwhile()).isZero();
        assertThat(all.subList(1, 3)).allMatch(seen -> seen.doneMeanwhile() > 100);
        // The picture says the same.
        String picture = Files.readString(Recording.module()
                .resolve("../../static/img/chapter22-message-queue/rebalance.svg"));
        for (Seen seen : all) {
            assertThat(picture).containsPattern(">" + seen.way().title + "</text>\\s*<text[^>]*>收走 "
                    + seen.takenWhenItCame() + " 个</text>");
        }
    }

    /**
     * What a member holds after the third has gone. The broker gives the two partitions that become free to the members
     * in the order of a hash of their random ids.
     */
    private static String again(Seen seen, int member) {
        String before = seen.trio().get(member);
        String after = seen.again().get(member);
        if (seen.way() != Way.SERVER) {
            return after;
        }
        Set<String> more = new TreeSet<>(List.of(after.split(" ")));
        assertThat(more).contains(before.split(" "));
        more.removeAll(List.of(before.split(" ")));
        assertThat(List.of(seen.trio().get(2).split(" "))).containsAll(more);
        return before + " 加 " + more.size() + " 个";
    }

    /** How many partitions were taken from the second member while the first was restarted, and what it held meanwhile. */
    private record Restart(Way way, boolean numbered, int taken, int heldMeanwhile, boolean same) {
    }

    private static Object[] settings(Way way, boolean numbered, int number) {
        return numbered ? way.with("group.instance.id", "mail-" + number) : way.settings;
    }

    private static Restart restart(Way way, boolean numbered) {
        String topic = Broker.topic(PARTITIONS);
        try (Member two = Member.join(topic, 2, settings(way, numbered, 2))) {
            String before;
            int taken;
            try (Member one = Member.join(topic, 1, settings(way, numbered, 1))) {
                awaitHoldings(3, one, two);
                before = one.partitions();
                taken = two.taken();
            }
            if (numbered) {
                await().during(Duration.ofSeconds(2)).atMost(LONG).until(() -> two.holds() == 3);
            }
            else {
                awaitHoldings(6, two);
            }
            int meanwhile = two.holds();
            try (Member again = Member.join(topic, 1, settings(way, numbered, 1))) {
                awaitHoldings(3, again, two);
                return new Restart(way, numbered, two.taken() - taken, meanwhile, again.partitions().equals(before));
            }
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void aMemberIsRestarted() throws Exception {
        List<Restart> all = sideBySide(Stream.of(Way.values()).flatMap(way -> Stream.of(false, true)
                .map(numbered -> (Callable<Restart>) () -> restart(way, numbered))).toList());
        Table table = new Table("一号重启", "固定的编号", "从二号收走", "一号不在时二号手里");
        for (Restart seen : all) {
            table.row(seen.way().title, seen.numbered() ? "有" : "没有", seen.taken() + " 个", seen.heldMeanwhile() + " 个");
        }
        Recording.checkVerbatim("rebalance-restart.txt", table.toString());
        assertThat(all.stream().filter(Restart::numbered)).hasSize(3)
                .allMatch(seen -> seen.taken() == 0 && seen.heldMeanwhile() == 3 && seen.same());
        assertThat(all.stream().filter(seen -> !seen.numbered())).hasSize(3)
                .allMatch(seen -> seen.taken() >= 3 && seen.heldMeanwhile() == 6);
    }

    /** Its partitions are given away when the session is over, 6 s here (the least that the broker allows), 45 s by default. */
    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void aStaticMemberThatStaysAway() {
        String topic = Broker.topic(PARTITIONS);
        try (Member two = Member.join(topic, 2, Way.RANGE.with("group.instance.id", "mail-2"))) {
            long gone;
            try (Member one = Member.join(topic, 1, Way.RANGE.with("group.instance.id", "mail-1",
                    "session.timeout.ms", 6000))) {
                awaitHoldings(3, one, two);
                gone = System.nanoTime();
            }
            awaitHoldings(6, two);
            assertThat(Duration.ofNanos(System.nanoTime() - gone)).isGreaterThan(Duration.ofSeconds(5));
        }
    }

    /** Two processes with one number: the first is put out. */
    @Test
    void twoMembersWithOneNumber() {
        String topic = Broker.topic(1);
        try (Member first = Member.join(topic, 1, "group.instance.id", "mail-1", "heartbeat.interval.ms", 300)) {
            awaitHoldings(1, first);
            try (Member second = Member.join(topic, 2, "group.instance.id", "mail-1", "heartbeat.interval.ms", 300)) {
                await().atMost(LONG).until(() -> first.failure() != null);
                assertThat(first.failure()).isInstanceOf(FencedInstanceIdException.class);
                awaitHoldings(1, second);
                assertThat(second.failure()).isNull();
            }
        }
        // Where the broker assigns, it is the second that is turned away.
        String other = Broker.topic(1);
        try (Member first = Member.join(other, 1, Way.SERVER.with("group.instance.id", "mail-1"))) {
            awaitHoldings(1, first);
            try (Member second = Member.join(other, 2, Way.SERVER.with("group.instance.id", "mail-1"))) {
                await().atMost(LONG).until(() -> second.failure() != null);
                assertThat(second.failure()).isInstanceOf(UnreleasedInstanceIdException.class);
                assertThat(first.failure()).isNull();
                assertThat(first.holds()).isEqualTo(1);
            }
        }
    }

    /** A group moves from the default to another way member by member. */
    @ParameterizedTest
    @EnumSource(value = Way.class, names = {"STICKY", "SERVER"})
    @Execution(ExecutionMode.CONCURRENT)
    void oneMemberAfterTheOther(Way way) throws Exception {
        String topic = Broker.topic(PARTITIONS);
        try (Member old = Member.join(topic, 1, Way.RANGE.settings)) {
            awaitHoldings(6, old);
            try (Member next = Member.join(topic, 2, way.settings)) {
                awaitHoldings(3, old, next);
                assertThat(group(topic).partitionAssignor()).isEqualTo(way == Way.STICKY ? "cooperative-sticky" : "uniform");
                assertThat(group(topic).type()).isEqualTo(way == Way.STICKY ? GroupType.CLASSIC : GroupType.CONSUMER);
            }
        }
    }

    /** What the broker decides now can no longer be said to the consumer. */
    @ParameterizedTest
    @CsvSource({"session.timeout.ms, 45000", "heartbeat.interval.ms, 3000",
            "partition.assignment.strategy, org.apache.kafka.clients.consumer.RangeAssignor"})
    void notWithTheNewProtocol(String setting, String value) {
        Throwable thrown = catchThrowable(() -> Broker.consumer("mail", "group.protocol", "consumer", setting, value).close());
        assertThat(thrown).isInstanceOf(ConfigException.class)
                .hasMessage(setting + " cannot be set when group.protocol=CONSUMER");
        if (setting.startsWith("session")) {
            Recording.check("new-protocol-setting.txt", thrown.toString());
        }
    }
}
