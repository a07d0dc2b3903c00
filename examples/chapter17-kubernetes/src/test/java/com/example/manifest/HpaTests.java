package com.example.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.example.book.Recording;
import com.example.book.Table;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HpaTests {

    @ParameterizedTest
    @CsvSource({"3, 60, 60, 3", "3, 90, 60, 5", "3, 65, 60, 3", "3, 67, 60, 4", "6, 20, 60, 2", "3, 0, 60, 0",
            "3, 66, 60, 3", "3, 54, 60, 3", "100, 56, 50, 112"})
    void desired(int pods, double now, double target, int wanted) {
        assertThat(Hpa.desired(pods, now, target)).isEqualTo(wanted);
    }

    @Test
    void refusesNonsense() {
        assertThatThrownBy(() -> Hpa.desired(0, 60, 60)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Hpa.desired(3, 60, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void table() {
        Table table = new Table("现在的 Pod", "平均用量", "目标", "想要的 Pod");
        for (int[] row : new int[][] {{3, 90}, {3, 65}, {6, 20}}) {
            table.row(row[0], row[1] + "%", "60%", Hpa.desired(row[0], row[1], 60));
        }
        Recording.check("hpa.txt", table.toString());
    }
}
