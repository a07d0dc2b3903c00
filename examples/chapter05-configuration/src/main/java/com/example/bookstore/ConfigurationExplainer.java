package com.example.bookstore;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/**
 * 启动参数 --explain=某个键：按优先级从高到低，列出每个写了这个键的来源和位置。
 * 排在打印之后。
 */
@Component
@Order(2) // 不写顺序的两个 ApplicationRunner，谁先运行每次启动都可能不同。
class ConfigurationExplainer implements ApplicationRunner {

    private final Environment environment;

    ConfigurationExplainer(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void run(ApplicationArguments arguments) {
        List<String> keys = arguments.getOptionValues("explain");
        if (keys == null) {
            return;
        }
        PrintStream out = legible();
        if (keys.isEmpty()) {
            out.println("写成 --explain=键，中间是等号");
        }
        for (String key : keys) {
            out.println(key);
            // payWithin 先变成 pay-within，才对得上环境变量 …PAY_WITHIN。
            var name = ConfigurationPropertyName.adapt(
                    DataObjectPropertyName.toDashedForm(key), '.');
            String mark = "√";
            for (var source : ConfigurationPropertySources.get(environment)) {
                var property = source.getConfigurationProperty(name);
                if (property != null) {
                    out.println("  " + mark + " " + property.getValue()
                            + "  ← " + property.getOrigin());
                    mark = "×";
                }
            }
            if (mark.equals("√")) {
                out.println("  没有来源写了这个键；要写键，不写环境变量的名字；"
                        + "列表要写下标，如 languages[0]");
            }
        }
    }

    /** 容器里常常没有 LANG，√ 和 × 都会打印成问号，那时按 UTF-8 打印。 */
    private static PrintStream legible() {
        return System.out.charset().newEncoder().canEncode('√') ? System.out
                : new PrintStream(new FileOutputStream(FileDescriptor.out), true,
                        StandardCharsets.UTF_8);
    }
}
