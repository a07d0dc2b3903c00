package com.example.book;

/** Lays a JSON text out over several lines without touching its values, order or number formats. */
final class JsonIndenter {

    private JsonIndenter() {
    }

    static String indent(String json) {
        StringBuilder out = new StringBuilder();
        int depth = 0;
        boolean inString = false;
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            if (inString) {
                out.append(c);
                if (c == '\\') {
                    out.append(json.charAt(++i));
                }
                else if (c == '"') {
                    inString = false;
                }
                continue;
            }
            switch (c) {
                case '"' -> {
                    out.append(c);
                    inString = true;
                }
                case '{', '[' -> {
                    char close = c == '{' ? '}' : ']';
                    int next = skipSpace(json, i + 1);
                    if (next < json.length() && json.charAt(next) == close) {
                        out.append(c).append(close);
                        i = next;
                    }
                    else {
                        out.append(c);
                        newLine(out, ++depth);
                    }
                }
                case '}', ']' -> {
                    newLine(out, --depth);
                    out.append(c);
                }
                case ',' -> {
                    out.append(c);
                    newLine(out, depth);
                }
                case ':' -> out.append(": ");
                default -> {
                    if (!Character.isWhitespace(c)) {
                        out.append(c);
                    }
                }
            }
        }
        return out.toString();
    }

    private static int skipSpace(String json, int from) {
        int i = from;
        while (i < json.length() && Character.isWhitespace(json.charAt(i))) {
            i++;
        }
        return i;
    }

    private static void newLine(StringBuilder out, int depth) {
        out.append('\n').append("  ".repeat(depth));
    }
}
