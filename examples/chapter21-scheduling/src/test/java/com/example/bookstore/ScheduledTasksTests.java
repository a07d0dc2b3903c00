package com.example.bookstore;

import java.util.stream.Collectors;

import com.example.book.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.scheduling.config.ScheduledTask;
import org.springframework.scheduling.config.ScheduledTaskHolder;

/** With the schedule on, unlike {@link BookstoreTests}: not in the profile {@code test}. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.NONE)
@Timeout(90)
@WritesTheLog
class ScheduledTasksTests {

    // region registered
    @Test
    void registered(@Autowired ScheduledTaskHolder holder) {
        String tasks = holder.getScheduledTasks().stream()
                .map(ScheduledTask::getTask)
                .map(task -> task + "  " + task.getClass().getSimpleName())
                .sorted().collect(Collectors.joining("\n"));
        Recording.check("scheduled-tasks.txt", tasks);
    }
    // endregion registered
}
