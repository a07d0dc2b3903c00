package com.example.bookstore;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.DateTimeException;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** What RSS 2.0 demands, and what the RSS Advisory Board advises, of the elements that a blog's feed has. */
final class FeedRules {

    private static final String ATOM = "http://www.w3.org/2005/Atom";
    private static final String SPEC = "RSS 2.0";
    private static final String PROFILE = "RSS 委员会的建议";
    private static final String OURS = "本章";
    private static final Set<String> OF_A_CHANNEL = Set.of("title", "link", "description", "language", "copyright",
            "managingEditor", "webMaster", "pubDate", "lastBuildDate", "category", "generator", "docs", "cloud", "ttl",
            "image", "rating", "textInput", "skipHours", "skipDays", "item");
    private static final Set<String> OF_AN_ITEM = Set.of("title", "link", "description", "author", "category",
            "comments", "enclosure", "guid", "pubDate", "source");

    /** A rule in the reader's words, and where it stands. */
    enum Rule {
        VERSION("根元素是 `rss`，`version` 是 2.0，里面一个 `channel`", SPEC),
        CHANNEL("频道有标题、链接、描述，都不空", SPEC),
        ITEM("每篇至少有标题或描述", SPEC),
        KNOWN("没有名字空间的元素，都是规范里有的", SPEC),
        LINK("链接是完整的地址", SPEC),
        GUID("`guid` 当链接用时，是完整的地址", SPEC),
        UNIQUE("`guid` 不重复", SPEC),
        DATE("日期是 RFC 822 的写法，星期几也对", SPEC),
        ONCE("除了 `category`，一篇里的元素不写第二遍", PROFILE),
        SELF("`atom:link` 写着订阅自己的地址与类型", PROFILE),
        TEXT("标题是文字，`&` 与 `<` 写成十六进制的引用", PROFILE),
        HTML("描述来自摘要，解开之后没有标签", OURS);

        private final String says;
        private final String from;

        Rule(String says, String from) {
            this.says = says;
            this.from = from;
        }

        String says() {
            return says;
        }

        String from() {
            return from;
        }
    }

    private final String text;
    private final Element rss;
    private final URI address;

    private FeedRules(String text, Document feed, URI address) {
        this.text = text;
        this.rss = feed.getDocumentElement();
        this.address = address;
    }

    /** The rules that a feed breaks, in their order. */
    static List<Rule> broken(String xml, URI address) throws Exception {
        FeedRules rules = new FeedRules(xml, FeedTests.parse(xml), address);
        if (children(rules.rss, "channel").isEmpty()) {
            return List.of(Rule.VERSION); // without a channel there is nothing to ask
        }
        return Stream.of(Rule.values()).filter(rule -> !rules.holds(rule)).toList();
    }

    private boolean holds(Rule rule) {
        List<Element> channels = children(rss, "channel");
        Element channel = channels.getFirst();
        List<Element> items = children(channel, "item");
        return switch (rule) {
            case VERSION -> rss.getTagName().equals("rss")
                    && rss.getAttribute("version").equals("2.0") && channels.size() == 1;
            case CHANNEL -> Stream.of("title", "link", "description").allMatch(name ->
                    children(channel, name).stream().map(FeedRules::value)
                            .filter(value -> !value.isBlank()).count() == 1);
            case ITEM -> items.stream().noneMatch(item -> children(item, "title").isEmpty()
                    && children(item, "description").isEmpty());
            case KNOWN -> onlyHas(channel, OF_A_CHANNEL)
                    && items.stream().allMatch(item -> onlyHas(item, OF_AN_ITEM));
            case LINK -> all("link").allMatch(link -> isComplete(value(link)));
            case GUID -> all("guid")
                    .filter(guid -> !guid.getAttribute("isPermaLink").equals("false"))
                    .allMatch(guid -> isComplete(value(guid)));
            case UNIQUE -> all("guid").map(FeedRules::value).allMatch(new HashSet<>()::add);
            case DATE -> Stream.concat(all("pubDate"), all("lastBuildDate"))
                    .allMatch(date -> isDate(value(date)));
            case ONCE -> items.stream().allMatch(item -> OF_AN_ITEM.stream()
                    .filter(name -> !name.equals("category"))
                    .allMatch(name -> children(item, name).size() <= 1));
            case SELF -> children(channel, "link", ATOM).stream().filter(this::isItself)
                    .count() == 1;
            case TEXT -> !text.matches("(?s).*<title>[^<]*&(?!#x).*");
            case HTML -> all("description").noneMatch(html -> value(html).contains("<"));
        };
    }

    private boolean isItself(Element link) {
        return link.getAttribute("rel").equals("self") && link.getAttribute("type").equals("application/rss+xml")
                && link.getAttribute("href").equals(address.toString());
    }

    private Stream<Element> all(String name) {
        NodeList found = rss.getElementsByTagNameNS("*", name);
        return IntStream.range(0, found.getLength()).mapToObj(i -> (Element) found.item(i))
                .filter(element -> element.getNamespaceURI() == null);
    }

    private static List<Element> children(Element parent, String name) {
        return children(parent, name, null);
    }

    private static List<Element> children(Element parent, String name, String namespace) {
        return children(parent).filter(child -> child.getLocalName().equals(name)
                && Objects.equals(child.getNamespaceURI(), namespace)).toList();
    }

    private static Stream<Element> children(Element parent) {
        NodeList nodes = parent.getChildNodes();
        return IntStream.range(0, nodes.getLength()).mapToObj(nodes::item)
                .filter(node -> node.getNodeType() == Node.ELEMENT_NODE).map(Element.class::cast);
    }

    private static boolean onlyHas(Element parent, Set<String> names) {
        return children(parent).filter(child -> child.getNamespaceURI() == null)
                .allMatch(child -> names.contains(child.getLocalName()));
    }

    private static String value(Element element) {
        return element.getTextContent().strip();
    }

    private static boolean isComplete(String address) {
        try {
            URI uri = new URI(address);
            return Set.of("http", "https").contains(String.valueOf(uri.getScheme())) && uri.getHost() != null;
        }
        catch (URISyntaxException ex) {
            return false;
        }
    }

    /** Java's parser refuses a day of the week that is not the date's. */
    private static boolean isDate(String date) {
        try {
            ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME.withLocale(Locale.ENGLISH));
            return true;
        }
        catch (DateTimeException ex) {
            return false;
        }
    }
}
