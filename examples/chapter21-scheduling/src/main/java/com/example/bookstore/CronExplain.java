package com.example.bookstore;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.DayOfWeek;
import java.time.LocalDateTime;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.springframework.scheduling.support.CronExpression;

/**
 * Tells when a cron expression fires in a time zone, and which of these times are odd: a wall clock time that the
 * day does not have or has twice, a time after which Spring knows no later one, and months that are left out.
 */
public final class CronExplain {

    private static final DateTimeFormatter LINE = DateTimeFormatter.ofPattern("yyyy-MM-dd E HH:mm:ss xxx", Locale.CHINA);
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm");
    private static final DateTimeFormatter DAY_TIME = DateTimeFormatter.ofPattern("MM-dd HH:mm");

    private static final String USAGE = "用法：CronExplain \"0 30 2 * * *\" Asia/Shanghai 10，表达式要加引号";

    private CronExplain() {
    }

    // region next
    /**
     * 从 from 之后算起的几次。
     *
     * @param cron 六个字段的表达式，秒在最前面
     * @param count 最多几次；表达式再也没有下一次时会少于它
     * @throws IllegalArgumentException 表达式写错了
     */
    public static List<ZonedDateTime> next(String cron, ZonedDateTime from, int count) {
        CronExpression expression = CronExpression.parse(cron);
        List<ZonedDateTime> times = new ArrayList<>();
        ZonedDateTime time = expression.next(from);
        while (time != null && times.size() < count) {
            times.add(time);
            time = expression.next(stuckUntil(expression, time));
        }
        return times;
    }
    // endregion next

    /** Spring 有时算不出更晚的一次，给的还是过去的；从返回的这一刻起才往前走。 */
    private static ZonedDateTime stuckUntil(CronExpression expression, ZonedDateTime time) {
        ZonedDateTime until = time;
        ZonedDateTime next = expression.next(until);
        while (next != null && !next.isAfter(until)) {
            until = until.plusMinutes(1);
            next = expression.next(until);
        }
        return until;
    }

    /** One line per time, the odd ones with a note. */
    public static String explain(String cron, ZonedDateTime from, int count) {
        CronExpression expression = CronExpression.parse(cron);
        List<ZonedDateTime> times = next(cron, from, count);
        StringBuilder text = new StringBuilder(cron + "  " + from.getZone() + "\n");
        if (expression.next(from) == null) {
            boolean onTheCalendar = expression.next(from.toLocalDateTime()) != null;
            return text.append("  没有下一次：")
                    .append(onTheCalendar ? "每次都是这个时区没有的时刻\n" : "日历上没有这一天\n").toString();
        }
        ZonedDateTime before = from;
        for (ZonedDateTime time : times) {
            text.append("  ").append(LINE.format(time));
            String note = note(expression, before, time);
            if (!note.isEmpty()) {
                text.append("  ← ").append(note);
            }
            text.append('\n');
            before = time;
        }
        return text.toString();
    }

    private static String note(CronExpression expression, ZonedDateTime before,
            ZonedDateTime time) {
        ZoneId zone = time.getZone();
        List<String> notes = new ArrayList<>();
        // 不管时区，只按墙上的钟推算，再看其中哪些时刻这个时区没有
        LocalDateTime last = time.toLocalDateTime();
        LocalDateTime planned = expression.next(before.toLocalDateTime());
        List<LocalDateTime> missing = new ArrayList<>();
        while (planned != null && !planned.isAfter(last)) {
            if (zone.getRules().getValidOffsets(planned).isEmpty()) {
                missing.add(planned);
            }
            LocalDateTime next = expression.next(planned);
            planned = next != null && next.isAfter(planned) ? next : null;
        }
        if (!missing.isEmpty()) {
            notes.add(DAY_TIME.format(missing.getFirst()) + (missing.size() == 1 ? " "
                    : " 起的 " + missing.size() + " 次") + "不存在");
        }
        if (zone.getRules().getValidOffsets(last).size() == 2) {
            notes.add(TIME.format(time) + " 这天有两个");
        }
        ZonedDateTime until = stuckUntil(expression, time);
        if (until.isAfter(time)) {
            notes.add("到 " + DAY_TIME.format(until) + " 为止，一次接一次地做");
        }
        shorter(expression, before, last).forEach((why, months) ->
                notes.add(join(months) + " " + why));
        return String.join("，", notes);
    }

    /** 两次之间，表达式要的月份里，哪几个月没有它要的那一日，以及原因。 */
    private static Map<String, Set<Integer>> shorter(CronExpression expression,
            ZonedDateTime before, LocalDateTime last) {
        Map<String, Set<Integer>> months = new TreeMap<>();
        String[] fields = expression.toString().strip().split("\\s+");
        // 每月一日零点，月的那一格照旧：它给出表达式要的每一个月
        CronExpression firsts = CronExpression.parse("0 0 0 1 " + fields[4] + " *");
        // 15、31W、29-31（看开头）是数字，L 与 * 不是：那时跳过的月份另有原因
        for (String part : fields[3].split(",")) {
            if (!part.matches("\\d+(W|-\\d+)?")) {
                continue;
            }
            int day = Integer.parseInt(part.replaceFirst("\\D.*", ""));
            LocalDateTime first = firsts.next(before.toLocalDate().withDayOfMonth(1)
                    .atStartOfDay().minusSeconds(1));
            while (first != null && YearMonth.from(first).isBefore(YearMonth.from(last))) {
                int length = YearMonth.from(first).lengthOfMonth();
                // 31W 的那天是周日，Spring 要的是 32 日
                boolean sunday = length == day && part.endsWith("W")
                        && first.withDayOfMonth(day).getDayOfWeek() == DayOfWeek.SUNDAY;
                if (length < day || sunday) {
                    String why = sunday ? "月 " + day + " 日是周日，" + part + " 落空"
                            : "月没有 " + day + " 日";
                    months.computeIfAbsent(why, w -> new TreeSet<>())
                            .add(first.getMonthValue());
                }
                first = firsts.next(first);
            }
        }
        return months;
    }

    private static String join(Set<Integer> months) {
        return months.stream().map(String::valueOf).collect(Collectors.joining("、"));
    }

    /** Arguments: the expression in quotes, the time zone, and how many times (10 unless told). */
    public static void main(String[] args) {
        System.setOut(legible(System.out, "stdout.encoding", FileDescriptor.out));
        System.setErr(legible(System.err, "stderr.encoding", FileDescriptor.err));
        if (args.length < 1 || args.length > 3) { // 没有加引号的表达式就是六个参数
            System.err.println(USAGE);
            System.exit(1);
        }
        try {
            ZoneId zone = args.length > 1 ? ZoneId.of(args[1]) : ZoneId.systemDefault();
            int count = args.length > 2 ? Integer.parseInt(args[2]) : 10;
            System.out.print(explain(args[0], ZonedDateTime.now(zone), count));
        }
        catch (RuntimeException ex) {
            System.err.println(USAGE + "；" + ex.getMessage());
            System.exit(1);
        }
    }

    /** A container often has no LANG, and would print question marks for the days: there it is UTF-8. */
    private static PrintStream legible(PrintStream stream, String property, FileDescriptor descriptor) {
        Charset charset = Charset.forName(System.getProperty(property, Charset.defaultCharset().name()));
        return charset.newEncoder().canEncode('周') ? stream
                : new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
    }
}
