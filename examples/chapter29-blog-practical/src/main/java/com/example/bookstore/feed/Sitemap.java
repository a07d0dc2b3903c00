package com.example.bookstore.feed;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;

import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

import com.example.bookstore.BlogProperties;
import org.springframework.web.util.UriUtils;

/** The addresses search engines should know. */
final class Sitemap {

    private static final String NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";

    /** A post's address and when it last changed. */
    record Entry(String slug, OffsetDateTime updatedAt) {
    }

    private Sitemap() {
    }

    static byte[] write(List<Entry> entries, BlogProperties blog) {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(output, "UTF-8");
            xml.writeStartDocument("UTF-8", "1.0");
            xml.writeStartElement("urlset");
            xml.writeDefaultNamespace(NAMESPACE);
            url(xml, blog.url("/"), null);
            for (Entry entry : entries) {
                url(xml, blog.url("/posts/" + UriUtils.encodePathSegment(entry.slug(), StandardCharsets.UTF_8)),
                        DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(
                                entry.updatedAt().truncatedTo(ChronoUnit.SECONDS)));
            }
            xml.writeEndDocument();
            xml.close();
        }
        catch (XMLStreamException ex) {
            throw new IllegalStateException("写不出 sitemap", ex);
        }
        return output.toByteArray();
    }

    private static void url(XMLStreamWriter xml, String address, String changed) throws XMLStreamException {
        xml.writeStartElement("url");
        text(xml, "loc", address);
        if (changed != null) {
            text(xml, "lastmod", changed);
        }
        xml.writeEndElement();
    }

    private static void text(XMLStreamWriter xml, String name, String value) throws XMLStreamException {
        xml.writeStartElement(name);
        xml.writeCharacters(value);
        xml.writeEndElement();
    }
}
