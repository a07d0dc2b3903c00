package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.http.HttpStatus;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestControllerAdvice;

@DisplayName("请求报错：有一个接住 Exception 的 advice")
@SpringBootTest(classes = { RequestErrorsTest.Application.class, CatchAllErrorsTest.CatchAll.class })
@AutoConfigureMockMvc
@ExtendWith(OutputCaptureExtension.class)
class CatchAllErrorsTest {

    @RestControllerAdvice
    static class CatchAll {

        private static final Logger log = LoggerFactory.getLogger(CatchAll.class);

        @ExceptionHandler(Exception.class)
        @ResponseStatus(HttpStatus.INTERNAL_SERVER_ERROR)
        void failed(Exception failure) {
            log.error("request failed", failure);
        }
    }

    @Test
    @DisplayName("路径敲错：日志里是 No static resource，状态成了 500")
    void noStaticResource(@Autowired MockMvcTester mvc, CapturedOutput output) {
        assertThat(mvc.get().uri("/bokks")).hasStatus(500);
        Recording.check("no-static-resource.txt", output.getOut().lines()
                .filter(line -> line.startsWith("org.springframework.web")).findFirst().orElseThrow());
    }
}
