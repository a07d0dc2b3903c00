package com.example.kiosk;

import com.example.warehouse.Warehouse;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;

/** 借用仓库的另一个应用，它的 Web 切片测试不该被仓库的服务拖垮。 */
@SpringBootApplication
@Import(Warehouse.class)
class KioskApplication {
}
