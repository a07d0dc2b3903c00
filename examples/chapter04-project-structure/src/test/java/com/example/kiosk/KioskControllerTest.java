package com.example.kiosk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.example.warehouse.Warehouse;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.TestContextManager;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

@DisplayName("@Import 进来的包与切片测试")
@WebMvcTest
class KioskControllerTest {

    @Autowired
    MockMvcTester mvc;

    @ComponentScan(basePackageClasses = Warehouse.class)
    static class BareScan {
    }

    @WebMvcTest
    @Import(BareScan.class)
    static class WithBareScan {
    }

    @Test
    @DisplayName("入口的扫描带着 TypeExcludeFilter，@WebMvcTest 不找仓库的服务；不带，就要它的仓储，启动失败")
    void theEntranceLeavesServicesOutOfASlice() {
        assertThat(mvc.get().uri("/kiosk")).hasStatusOk().bodyText().isEqualTo("营业中");
        assertThat(catchThrowable(() -> new TestContextManager(WithBareScan.class).getTestContext()
                .getApplicationContext()))
                .hasStackTraceContaining("No qualifying bean of type 'com.example.warehouse.StockRepository'");
    }
}
