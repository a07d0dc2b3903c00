package com.example.bookstore.feed;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.format.DateTimeFormatter;
import java.util.List;

import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

import com.example.bookstore.post.Post;
import com.example.bookstore.BlogProperties;
import org.springframework.web.util.HtmlUtils;
import org.springframework.web.util.UriUtils;

/** RSS 2.0. */
final class Rss {

    private static final String ATOM = "http://www.w3.org/2005/Atom";

    private Rss() {
    }

    static byte[] write(List<Post.Summary> posts, BlogProperties blog) {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(output, "UTF-8");
            xml.writeStartDocument("UTF-8", "1.0");
            xml.writeStartElement("rss");
            xml.writeAttribute("version", "2.0");
            xml.writeNamespace("atom", ATOM);
            xml.writeStartElement("channel");
            text(xml, "title", "书店的博客");
            text(xml, "link", blog.url("/"));
            text(xml, "description", "一家书店的读书笔记与店里的事");
            text(xml, "language", "zh-cn");
            xml.writeEmptyElement("atom", "link", ATOM);
            xml.writeAttribute("href", blog.url("/feed.xml"));
            xml.writeAttribute("rel", "self");
            xml.writeAttribute("type", "application/rss+xml");
            for (Post.Summary post : posts) {
                item(xml, post, blog);
            }
            xml.writeEndDocument();
            xml.close();
        }
        catch (XMLStreamException ex) {
            throw new IllegalStateException("写不出 RSS", ex);
        }
        return output.toByteArray();
    }

    private static void item(XMLStreamWriter xml, Post.Summary post, BlogProperties blog)
            throws XMLStreamException {
        String url = blog.url("/posts/"
                + UriUtils.encodePathSegment(post.slug(), StandardCharsets.UTF_8));
        xml.writeStartElement("item");
        text(xml, "title", post.title());
        text(xml, "link", url);
        text(xml, "guid", url); // 阅读器靠它认出看过的，所以 slug 建好以后不改
        text(xml, "pubDate", DateTimeFormatter.RFC_1123_DATE_TIME.format(post.publishedAt()));
        html(xml, "description", post.excerpt()); // 阅读器把描述当作 HTML
        for (String tag : post.tags()) {
            text(xml, "category", tag);
        }
        xml.writeEndElement();
    }

    /** Plain text; the references are what most readers show as it was written (RSS profile, character data). */
    private static void text(XMLStreamWriter xml, String name, String value) throws XMLStreamException {
        xml.writeStartElement(name);
        for (String part : value.split("(?=[&<>])|(?<=[&<>])")) {
            switch (part) {
                case "&" -> xml.writeEntityRef("#x26");
                case "<" -> xml.writeEntityRef("#x3C");
                case ">" -> xml.writeEntityRef("#x3E");
                default -> xml.writeCharacters(part);
            }
        }
        xml.writeEndElement();
    }

    /** 摘要是文字，先变成 HTML，再转义一次；少一次，代码里的标签就成了真的 */
    private static void html(XMLStreamWriter xml, String name, String text)
            throws XMLStreamException {
        xml.writeStartElement(name);
        xml.writeCharacters(HtmlUtils.htmlEscape(text, "UTF-8"));
        xml.writeEndElement();
    }
}
