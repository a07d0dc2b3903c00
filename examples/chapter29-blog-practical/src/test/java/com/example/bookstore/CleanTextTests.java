package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.xml.sax.SAXParseException;

@DisplayName("控制字符：XML 不收哪些，进门时去掉哪些")
class CleanTextTests {

    private static final List<Integer> KEPT = List.of((int) '\t', (int) '\n', (int) '\r');

    private static boolean isXml(int character) throws Exception {
        try {
            FeedTests.parse("<a>" + (char) character + "</a>");
            return true;
        }
        catch (SAXParseException ex) {
            return false;
        }
    }

    /** The 28 below the blank besides U+0000; the 33 from U+007F on, XML 1.0 takes. */
    @Test
    void xmlRefusesTheOnesBelowTheBlank() throws Exception {
        for (int character : IntStream.range(1, 0x100).filter(Character::isISOControl).toArray()) {
            boolean kept = KEPT.contains(character);
            assertThat(isXml(character)).as("U+%04X", character).isEqualTo(character >= ' ' || kept);
            assertThat(CleanText.of("a" + (char) character + "b")).as("U+%04X", character)
                    .isEqualTo(kept ? "a" + (char) character + "b" : "ab");
        }
    }
}
