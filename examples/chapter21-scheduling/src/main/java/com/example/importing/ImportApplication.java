package com.example.importing;

import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.configuration.annotation.StepScope;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.item.database.JdbcBatchItemWriter;
import org.springframework.batch.infrastructure.item.database.builder.JdbcBatchItemWriterBuilder;
import org.springframework.batch.infrastructure.item.file.FlatFileItemReader;
import org.springframework.batch.infrastructure.item.file.builder.FlatFileItemReaderBuilder;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.core.io.FileSystemResource;
import org.springframework.transaction.PlatformTransactionManager;

import javax.sql.DataSource;

/** Imports books from a CSV file, a hundred in a transaction; the argument is {@code file=books.csv}. */
@SpringBootApplication
public class ImportApplication {

    public static void main(String[] args) {
        SpringApplication application = new SpringApplication(ImportApplication.class);
        application.setAdditionalProfiles("batch");
        System.exit(SpringApplication.exit(application.run(args)));
    }

    record Row(String isbn, String title) {
    }

    // region job
    @Bean
    Job importBooks(JobRepository repository, Step books) {
        return new JobBuilder("import-books", repository).start(books).build();
    }

    @Bean
    Step books(JobRepository repository, PlatformTransactionManager transactions,
            FlatFileItemReader<Row> reader, JdbcBatchItemWriter<Row> writer) {
        return new StepBuilder("books", repository)
                // 一百行一块，一块一个事务；读到哪里与这一百行一起提交
                .<Row, Row>chunk(100).transactionManager(transactions)
                .reader(reader).writer(writer).build();
    }
    // endregion job

    // region reader
    @Bean
    @StepScope
    FlatFileItemReader<Row> reader(@Value("#{jobParameters['file']}") String file) {
        return new FlatFileItemReaderBuilder<Row>().name("books")
                .resource(new FileSystemResource(file))
                .delimited().names("isbn", "title")
                .fieldSetMapper(line ->
                        new Row(line.readString("isbn"), line.readString("title")))
                .build();
    }

    @Bean
    JdbcBatchItemWriter<Row> writer(DataSource database) {
        return new JdbcBatchItemWriterBuilder<Row>().dataSource(database)
                .sql("insert into imported_book (isbn, title) values (?, ?)")
                .itemPreparedStatementSetter((row, statement) -> {
                    statement.setString(1, row.isbn());
                    statement.setString(2, row.title());
                })
                .build();
    }
    // endregion reader
}
