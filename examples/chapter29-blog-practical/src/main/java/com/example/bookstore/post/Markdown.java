package com.example.bookstore.post;

import java.util.List;
import java.util.regex.Pattern;

import com.example.bookstore.CleanText;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.Block;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;
import org.owasp.html.HtmlPolicyBuilder;
import org.owasp.html.PolicyFactory;
import org.springframework.stereotype.Component;
import org.springframework.web.util.HtmlUtils;

// region markdown
/** 把作者写的 Markdown 变成可以放进页面的 HTML。 */
@Component
public class Markdown {

    /** 补齐的空格子也算：不限制的话，几千字的表能变成几兆的页面 */
    private static final int MOST_CELLS = 5000;
    private static final List<Extension> TABLES =
            List.of(TablesExtension.builder().maxCells(MOST_CELLS).build());

    /** 允许的写在这里，没写的都去掉：新出现的标签与属性不会自己混进来 */
    private static final PolicyFactory ALLOWED = new HtmlPolicyBuilder()
            .allowElements("p", "br", "hr", "h1", "h2", "h3", "h4", "ul", "ol", "li",
                    "blockquote", "pre", "code", "em", "strong",
                    "table", "thead", "tbody", "tr", "th", "td", "a", "img")
            .allowUrlProtocols("https", "http", "mailto")
            .allowAttributes("href").onElements("a")
            .allowAttributes("src", "alt").onElements("img")
            .requireRelsOnLinks("nofollow", "noopener")
            .toFactory();

    private final Parser parser = Parser.builder().extensions(TABLES).build();
    private final HtmlRenderer html = HtmlRenderer.builder().extensions(TABLES).build();

    public String html(String markdown) {
        return ALLOWED.sanitize(html.render(parse(markdown)));
    }
    // endregion markdown

    private final Parser withoutTables = Parser.builder().build();

    /** A table of too many cells stays the text that it is. */
    private Node parse(String markdown) {
        try {
            return parser.parse(markdown);
        }
        catch (IllegalArgumentException tooManyCells) {
            return withoutTables.parse(markdown);
        }
    }

    /** Stands for a line break inside a paragraph; commonmark leaves no such character in a text. */
    private static final char SOFT = '\0';

    private static final PolicyFactory NOTHING = new HtmlPolicyBuilder().toFactory();
    private static final Pattern APART = Pattern.compile("(?i)</?(?:p|div|br|t[dhr]|d[dt]|li|h[1-6])\\b");

    private static final String CHINESE = "[\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}，。、；：？！…—（）《》“”‘’「」『』【】]";

    /** Between Chinese characters a line break is no space: the author has only wrapped the line. */
    private static final Pattern WITHIN_CHINESE = Pattern.compile("(?<=%1$s)\0(?=%1$s)".formatted(CHINESE));

    /** The words only, for excerpts and the search: no marks, no addresses, no HTML. */
    public String text(String markdown) {
        StringBuilder text = new StringBuilder();
        write(parse(markdown), text);
        // 写成 &#1; 的字符，进门的时候还认不出来，到这里才是
        return CleanText.of(WITHIN_CHINESE.matcher(text).replaceAll("").replace(SOFT, ' ')).strip();
    }

    /** What a block of HTML says: the same cleaner, allowing nothing; cells and paragraphs stay apart. */
    private static String words(String html) {
        return HtmlUtils.htmlUnescape(NOTHING.sanitize(APART.matcher(html).replaceAll("\n$0")));
    }

    private static void write(Node node, StringBuilder text) {
        switch (node) {
            case Text words -> text.append(words.getLiteral());
            case Code code -> text.append(code.getLiteral());
            case HtmlBlock html -> text.append(words(html.getLiteral()));
            case FencedCodeBlock code -> text.append(code.getLiteral());
            case IndentedCodeBlock code -> text.append(code.getLiteral());
            case SoftLineBreak line -> text.append(SOFT);
            case HardLineBreak line -> text.append('\n');
            default -> {
                for (Node child = node.getFirstChild(); child != null; child = child.getNext()) {
                    write(child, text);
                }
            }
        }
        if (node instanceof Block || node instanceof TableCell) {
            text.append('\n');
        }
    }
}
