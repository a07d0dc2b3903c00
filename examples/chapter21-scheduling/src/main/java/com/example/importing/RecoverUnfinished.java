package com.example.importing;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

// region recover
/** 上一次被杀掉的执行还写着“正在运行”，把它改成失败，才能接着做。 */
@Component
@Order(-1)
@ConditionalOnBooleanProperty("bookstore.import.recover")
public class RecoverUnfinished implements ApplicationRunner {

    private static final Logger log = LoggerFactory.getLogger(RecoverUnfinished.class);

    private final JobRepository repository;
    private final JobOperator operator;

    public RecoverUnfinished(JobRepository repository, JobOperator operator) {
        this.repository = repository;
        this.operator = operator;
    }

    @Override
    public void run(ApplicationArguments arguments) {
        repository.findRunningJobExecutions("import-books").stream()
                // 只改这个文件的，别的文件可能正在导入
                .filter(execution -> arguments.getNonOptionArgs().contains(
                        "file=" + execution.getJobParameters().getString("file")))
                .forEach(execution -> {
                    log.info("执行 {} 没有做完，改成失败", execution.getId());
                    operator.recover(execution);
                });
    }
}
// endregion recover
