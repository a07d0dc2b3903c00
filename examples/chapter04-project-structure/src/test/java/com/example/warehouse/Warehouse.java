package com.example.warehouse;

import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.context.annotation.ComponentScan;

// region warehouse
/** 仓库这个包自带的入口：谁要用，谁写 {@code @Import(Warehouse.class)}。 */
@AutoConfigurationPackage
@ComponentScan
public class Warehouse {
}
// endregion warehouse
