package com.example.nightly;

import org.quartz.Job;
import org.quartz.JobExecutionContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

// region statement
public class StatementJob implements Job {

    private static final Logger log = LoggerFactory.getLogger(StatementJob.class);

    private final JdbcClient jdbc;

    public StatementJob(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public void execute(JobExecutionContext context) {
        log.info("对账单开始，recovering={}", context.isRecovering());
        jdbc.sql("insert into stock_report (due, written_by) values ('statement', ?)")
                .param(context.isRecovering() ? "recovered" : "first").update();
        log.info("对账单写好了");
    }
}
// endregion statement
