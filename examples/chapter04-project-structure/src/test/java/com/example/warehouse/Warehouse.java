package com.example.warehouse;

import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.context.TypeExcludeFilter;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.ComponentScan.Filter;
import org.springframework.context.annotation.FilterType;

// region warehouse
/** 仓库这个包自带的入口：谁要用，谁写 {@code @Import(Warehouse.class)}。 */
@AutoConfigurationPackage
@ComponentScan(excludeFilters = @Filter(
        type = FilterType.CUSTOM, classes = TypeExcludeFilter.class))
public class Warehouse {
}
// endregion warehouse
