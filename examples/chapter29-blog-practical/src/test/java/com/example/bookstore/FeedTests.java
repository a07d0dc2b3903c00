package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import javax.xml.parsers.DocumentBuilderFactory;

import com.example.book.Recording;
import com.rometools.rome.feed.synd.SyndFeed;
import com.rometools.rome.io.SyndFeedInput;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXParseException;

@DisplayName("RSS、sitemap 与 robots.txt")
class FeedTests extends Support {

    private static Document parse(String xml) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
        factory.setNamespaceAware(true);
        var builder = factory.newDocumentBuilder();
        builder.setErrorHandler(null);
        return builder.parse(new InputSource(new StringReader(xml)));
    }

    private static List<Element> elements(Document document, String name) {
        NodeList nodes = document.getElementsByTagName(name);
        return java.util.stream.IntStream.range(0, nodes.getLength()).mapToObj(i -> (Element) nodes.item(i)).toList();
    }

    @Test
    void aFeedReaderReadsIt() throws Exception {
        blog.published("lin", "茶 & <书>", "**一段** & 二", "读书 茶");
        String xml = visitor().get("/feed.xml").body();
        SyndFeed feed = new SyndFeedInput().build(new StringReader(xml));
        assertThat(feed.getFeedType()).isEqualTo("rss_2.0");
        assertThat(feed.getEntries()).singleElement().satisfies(entry -> {
            assertThat(entry.getTitle()).isEqualTo("茶 & <书>");
            assertThat(entry.getLink()).isEqualTo("https://blog.example/posts/%E8%8C%B6-%E4%B9%A6");
            assertThat(entry.getDescription().getValue()).isEqualTo("一段 & 二");
            assertThat(entry.getCategories()).extracting("name").containsExactlyInAnyOrder("读书", "茶");
            assertThat(entry.getPublishedDate().toInstant()).isEqualTo(TestBlog.NOW.toInstant());
        });
        Recording.check("feed.xml", xml.replace("><", ">\n<"));
    }

    // region rss
    /** 频道必须有的三样，以及阅读器认文章要用的几样 */
    @Test
    void whatRssDemands() throws Exception {
        blog.published("lin", "一", "x", "");
        blog.published("lin", "二", "x", "");
        Document feed = parse(visitor().get("/feed.xml").body());
        assertThat(feed.getDocumentElement().getAttribute("version")).isEqualTo("2.0");
        Element channel = elements(feed, "channel").getFirst();
        for (String name : List.of("title", "link", "description")) {
            assertThat(text(channel, name)).isNotBlank();
        }
        Set<String> guids = new HashSet<>();
        for (Element item : elements(feed, "item")) {
            assertThat(item.getElementsByTagName("title").getLength()).isOne();
            assertThat(URI.create(text(item, "link")).isAbsolute()).isTrue();
            assertThat(guids.add(text(item, "guid"))).isTrue();
            ZonedDateTime.parse(text(item, "pubDate"), DateTimeFormatter.RFC_1123_DATE_TIME);
        }
        assertThat(guids).hasSize(2);
        Element self = (Element) feed.getElementsByTagName("atom:link").item(0);
        assertThat(self.getAttribute("href")).isEqualTo("https://blog.example/feed.xml");
    }
    // endregion rss

    private static String text(Element item, String name) {
        return item.getElementsByTagName(name).item(0).getTextContent();
    }

    @Test
    void theSitemapKeepsTheProtocol() throws Exception {
        blog.published("lin", "一本 & 书", "x", "");
        Document sitemap = parse(visitor().get("/sitemap.xml").body());
        assertThat(sitemap.getDocumentElement().getNamespaceURI()).isEqualTo("http://www.sitemaps.org/schemas/sitemap/0.9");
        assertThat(elements(sitemap, "loc")).extracting(Element::getTextContent)
                .containsExactly("https://blog.example/", "https://blog.example/posts/%E4%B8%80%E6%9C%AC-%E4%B9%A6");
        assertThat(elements(sitemap, "lastmod")).allSatisfy(date -> OffsetDateTime.parse(date.getTextContent()));
    }

    @Test
    void everyAddressInTheSitemapAnswers() throws Exception {
        for (String title : List.of("中文", "a b/c?d=e#f", "100% 的", "ÄÖ", "!!!")) {
            blog.published("lin", title, "x", "");
        }
        for (Element loc : elements(parse(visitor().get("/sitemap.xml").body()), "loc")) {
            String path = loc.getTextContent().substring("https://blog.example".length());
            assertThat(visitor().get(path).statusCode()).as(path).isEqualTo(200);
        }
    }

    @Test
    void unchangedIsNotSentAgain() {
        long id = blog.published("lin", "一", "x", "");
        HttpResponse<String> first = visitor().get("/feed.xml");
        assertThat(first.headers().allValues("Cache-Control")).containsExactly("no-cache");
        String etag = first.headers().firstValue("ETag").orElseThrow();
        HttpResponse<String> again = visitor().get("/feed.xml", "If-None-Match", etag);
        login("lin").post("/desk/posts/" + id + "/delete");
        HttpResponse<String> deleted = visitor().get("/feed.xml", "If-None-Match", etag);
        Recording.check("not-modified.txt", """
                没有变：%d，%d 字节
                删了一篇：%d""".formatted(again.statusCode(), again.body().length(), deleted.statusCode()));
        assertThat(again.statusCode()).isEqualTo(304);
        assertThat(deleted.statusCode()).isEqualTo(200);
    }

    @Test
    void theHostHeaderDoesNotReachTheFeed() throws IOException {
        blog.published("lin", "一", "x", "");
        assertThat(visitor().get("/feed.xml", "X-Forwarded-Host", "evil.example").body())
                .contains("https://blog.example/").doesNotContain("evil");
        try (Socket socket = new Socket("localhost", port)) {
            socket.getOutputStream().write("GET /feed.xml HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .contains("https://blog.example/").doesNotContain("evil");
        }
    }

    @Test
    void oneControlCharacterBreaksAFeed() {
        blog.published("lin", "一", "x", "");
        blog.jdbc().sql("update post set title = ?").param("一\u000B二").update(); // past the form
        assertThatThrownBy(() -> parse(visitor().get("/feed.xml").body()))
                .isInstanceOfSatisfying(SAXParseException.class, ex ->
                        Recording.check("control-character.txt", ex.getClass().getSimpleName() + ": " + ex.getMessage()));
    }

    @Test
    void robotsNamesTheSitemap() {
        assertThat(visitor().get("/robots.txt").body()).contains("Sitemap: https://blog.example/sitemap.xml");
    }
}
