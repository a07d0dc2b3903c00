package com.example.bookstore;

import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.springframework.scheduling.support.CronExpression;

/**
 * Tells when a cron expression fires in a time zone, and which of these times are odd: a wall clock time that the
 * day does not have or has twice, and months that are left out.
 */
public final class CronExplain {

    private static final DateTimeFormatter LINE = DateTimeFormatter.ofPattern("yyyy-MM-dd E HH:mm:ss xxx", Locale.CHINA);
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm");

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
            time = expression.next(time);
        }
        return times;
    }
    // endregion next

    /** One line per time, the odd ones with a note. */
    public static String explain(String cron, ZonedDateTime from, int count) {
        CronExpression expression = CronExpression.parse(cron);
        List<ZonedDateTime> times = next(cron, from, count);
        StringBuilder text = new StringBuilder(cron + "  " + from.getZone() + "\n");
        if (times.isEmpty()) {
            return text.append("  没有下一次：日历上没有这一天\n").toString();
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

    // region note
    private static String note(CronExpression expression, ZonedDateTime before,
            ZonedDateTime time) {
        ZoneId zone = time.getZone();
        List<String> notes = new ArrayList<>();
        // 不管时区，只按墙上的钟推算，再看其中哪些时刻这个时区没有
        LocalDateTime last = time.toLocalDateTime();
        LocalDateTime planned = expression.next(before.toLocalDateTime());
        while (planned != null && !planned.isAfter(last)) {
            if (zone.getRules().getValidOffsets(planned).isEmpty()) {
                notes.add(TIME.format(planned) + " 这天不存在");
            }
            planned = expression.next(planned);
        }
        if (zone.getRules().getValidOffsets(last).size() == 2) {
            notes.add(TIME.format(time) + " 这天有两个");
        }
        long months = Duration.between(before, time).toDays() / 28;
        if (time.getDayOfMonth() > 28 && months > 1) {
            notes.add("中间的月份没有 " + time.getDayOfMonth() + " 日");
        }
        return String.join("，", notes);
    }
    // endregion note

    /** Arguments: the expression in quotes, the time zone, and how many times (10 unless told). */
    public static void main(String[] args) {
        try {
            ZoneId zone = args.length > 1 ? ZoneId.of(args[1]) : ZoneId.systemDefault();
            int count = args.length > 2 ? Integer.parseInt(args[2]) : 10;
            System.out.print(explain(args[0], ZonedDateTime.now(zone), count));
        }
        catch (RuntimeException ex) {
            System.err.println("用法：CronExplain \"0 30 2 * * *\" Asia/Shanghai 10；" + ex.getMessage());
            System.exit(1);
        }
    }
}
