package com.example.bookstore.search;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

import com.example.bookstore.CleanText;

/**
 * What a reader typed, ready for the database.
 *
 * @param query in the language of {@code to_tsquery}; empty when there is nothing to search for
 * @param terms as they must stand in the text
 */
public record Search(String query, List<String> terms) {

    private static final int TERMS = 5;
    private static final int LENGTH = 60;

    public static Search of(String typed) {
        String normal = Bigrams.normalize(CleanText.of(typed));
        String text = normal.codePointCount(0, normal.length()) > LENGTH
                ? normal.substring(0, normal.offsetByCodePoints(0, LENGTH)) : normal;
        List<String> terms = Arrays.stream(text.split(" "))
                .filter(term -> !Bigrams.of(term).isEmpty()).limit(TERMS).toList();
        return new Search(terms.stream().map(Bigrams::query).collect(Collectors.joining(" & ")), terms);
    }

    public boolean isEmpty() {
        return terms.isEmpty();
    }
}
