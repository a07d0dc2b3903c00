package com.example.bookstore;

import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

@SpringBootApplication
public class BookstoreApplication {

    @Bean
    Job report(JobRepository jobs) {
        return new JobBuilder("report", jobs).start(new StepBuilder("print", jobs)
                .tasklet((contribution, chunk) -> {
                    System.out.println("report: done");
                    return RepeatStatus.FINISHED;
                }).build()).build();
    }

    public static void main(String[] args) {
        SpringApplication.run(BookstoreApplication.class, args).close();
    }
}
