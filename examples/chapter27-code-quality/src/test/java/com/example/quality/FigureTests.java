package com.example.quality;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.example.quality.Builds.Build;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("图与构建一致")
class FigureTests {

    private static final String PHASES = "../../static/img/chapter27-code-quality/phases.svg";

    @Test
    @DisplayName("图上从左到右、从上到下的顺序，就是构建里的顺序")
    void stepsInTheOrderOfTheBuild() {
        Build build = Builds.join(Builds.green()).succeeds();
        String output = build.output();
        List<Integer> places = Pattern.compile("data-step=\"(\\w+)\"").matcher(Builds.source(PHASES)).results()
                .map(step -> place(output, step.group(1))).toList();
        assertThat(places).hasSize(8).isSorted();
    }

    /** Where a step's last goal begins. */
    private static int place(String output, String step) {
        Matcher matcher = Pattern.compile("--- \\S*" + step + "\\S*:(check|compile|test|mutationCoverage|dryRunNoFork) ")
                .matcher(output);
        assertThat(matcher.find()).as(step).isTrue();
        return matcher.start();
    }

    @Test
    @DisplayName("图上有九件工具")
    void allToolsAreDrawn() {
        String figure = Builds.source(PHASES);
        for (Tool tool : Tool.values()) {
            assertThat(figure).contains(">" + tool.label + "<");
        }
    }
}
