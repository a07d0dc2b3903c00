package com.example.bookstore;

import java.util.List;
import java.util.Locale;

import org.springframework.aot.AotDetector;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.autoconfigure.condition.ConditionEvaluationReport;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.util.ClassUtils;

/** --why=名字：条件评估报告里与这个名字有关的部分，不分大小写。 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE) // 别的 runner 卡住或抛异常，也不耽误它
public class WhyReport implements ApplicationRunner {

    private final ConfigurableListableBeanFactory beanFactory;

    WhyReport(ConfigurableListableBeanFactory beanFactory) {
        this.beanFactory = beanFactory;
    }

    @Override
    public void run(ApplicationArguments arguments) {
        List<String> words = arguments.getOptionValues("why");
        if (words == null) {
            return;
        }
        if (words.isEmpty() || words.contains("")) {
            System.out.println("写成 --why=名字，中间是等号");
            return;
        }
        if (AotDetector.useGeneratedArtifacts()) {
            System.out.println("AOT 处理过的应用：条件在构建时已经问完，这里没有报告");
            return;
        }
        words.forEach(word -> print(about(word, beanFactory)));
    }

    /** 终端的编码里没有勾叉时，两个都会印成问号，所以换成加减号。 */
    private static void print(String text) {
        boolean signs = System.out.charset().newEncoder().canEncode("√×");
        System.out.print(signs ? text : text.replace('√', '+').replace('×', '-'));
    }

    public static String about(String word, ConfigurableListableBeanFactory beanFactory) {
        ConditionEvaluationReport report = ConditionEvaluationReport.get(beanFactory);
        StringBuilder text = new StringBuilder();
        report.getConditionAndOutcomesBySource().forEach((source, outcomes) -> {
            if (has(source, word)) {
                text.append(mark(outcomes.isFullMatch()))
                        .append(shorten(source)).append('\n');
                outcomes.forEach(each -> text.append("    ")
                        .append(mark(each.getOutcome().isMatch()))
                        .append(each.getOutcome().getMessage()).append('\n'));
            }
        });
        report.getExclusions().stream().filter(name -> has(name, word))
                .forEach(name -> text.append(exists(name, beanFactory)
                        ? "× 被排除 "
                        : "写了排除，却没有这个类 ").append(name).append('\n'));
        report.getUnconditionalClasses().stream().filter(name -> has(name, word))
                .forEach(name -> text.append("没有 @ConditionalOn… ")
                        .append(name).append('\n'));
        if (text.isEmpty()) {
            text.append("报告里没有 ").append(word)
                    .append("：没有叫这个名字的候选（方法要用类名问）\n");
        }
        return text.toString();
    }

    /** Exclusions 一栏也列写错的类名，那样的什么也没有排除。 */
    private static boolean exists(String name, ConfigurableBeanFactory beanFactory) {
        return ClassUtils.isPresent(name, beanFactory.getBeanClassLoader());
    }

    private static boolean has(String name, String word) {
        return plain(name).contains(plain(word));
    }

    /** 嵌套的类在报告里是 A$B，--debug 打印成 A.B，两种都认。 */
    private static String plain(String name) {
        return name.replace('$', '.').toLowerCase(Locale.ROOT);
    }

    private static String mark(boolean match) {
        return match ? "√ " : "× ";
    }

    /** 去掉包名，只留类名和方法名。 */
    private static String shorten(String source) {
        return source.replaceAll("[\\w.]+\\.(?=[A-Z])", "");
    }
}
