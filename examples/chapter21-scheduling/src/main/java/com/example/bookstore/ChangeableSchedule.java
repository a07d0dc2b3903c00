package com.example.bookstore;

import java.time.ZoneId;
import java.util.concurrent.ScheduledFuture;

import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.support.CronTrigger;
import org.springframework.scheduling.support.SimpleTriggerContext;

// region schedule
/** 一个可以在运行时改时间的任务。 */
public class ChangeableSchedule {

    private final TaskScheduler scheduler;
    private final Runnable task;
    private final ZoneId zone;
    private ScheduledFuture<?> current;

    public ChangeableSchedule(TaskScheduler scheduler, Runnable task, ZoneId zone) {
        this.scheduler = scheduler;
        this.task = task;
        this.zone = zone;
    }

    /**
     * 换成新的时间。
     *
     * @throws IllegalArgumentException 表达式写错了，或者再也没有下一次；原来的时间照旧
     */
    public synchronized void change(String cron) {
        CronTrigger trigger = new CronTrigger(cron, zone);
        if (trigger.nextExecution(new SimpleTriggerContext()) == null) {
            throw new IllegalArgumentException(cron + " 没有下一次");
        }
        if (current != null) {
            // false：正在运行的那一次让它做完
            current.cancel(false);
        }
        current = scheduler.schedule(task, trigger);
    }
}
// endregion schedule
