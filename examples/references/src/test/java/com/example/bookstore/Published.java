package com.example.bookstore;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

import com.example.book.Recording;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/** 从 Maven 仓库取来的一个 POM 或 jar，由本模块的 pom.xml 放在 target/published 里。 */
final class Published {

    private static final Path FOLDER = Recording.module().resolve("target/published");

    private final Element project;

    private Published(Element project) {
        this.project = project;
    }

    /** 读 {@code artifact} 这个版本的 POM。 */
    static Published pom(String artifact, String version) {
        Path file = FOLDER.resolve(artifact + "-" + version + ".pom");
        try {
            return new Published(DocumentBuilderFactory.newInstance().newDocumentBuilder()
                    .parse(file.toFile()).getDocumentElement());
        }
        catch (SAXException | ParserConfigurationException ex) {
            throw new IllegalStateException(file + " 不是一个 POM", ex);
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** 一个 jar 登记的自动配置，只取类的简单名。 */
    static Set<String> autoConfigurations(String artifact, String version) {
        Path file = FOLDER.resolve(artifact + "-" + version + ".jar");
        String imports = "META-INF/spring/"
                + "org.springframework.boot.autoconfigure.AutoConfiguration.imports";
        try (JarFile jar = new JarFile(file.toFile())) {
            byte[] bytes = jar.getInputStream(jar.getEntry(imports)).readAllBytes();
            return simpleNames(new String(bytes, StandardCharsets.UTF_8));
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    static Set<String> simpleNames(String imports) {
        return imports.lines().filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(line -> line.substring(line.lastIndexOf('.') + 1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** {@code <properties>}，按文件里的次序。 */
    Map<String, String> properties() {
        Map<String, String> found = new LinkedHashMap<>();
        for (Element property : children(child(this.project, "properties"))) {
            found.put(property.getTagName(), property.getTextContent().strip());
        }
        return found;
    }

    /** {@code <dependencyManagement>} 里的坐标 {@code group:artifact}，导入的 BOM 只算它自己。 */
    Set<String> managed() {
        return coordinates(child(child(this.project, "dependencyManagement"), "dependencies"));
    }

    /** 直接依赖的坐标。 */
    Set<String> dependencies() {
        return coordinates(child(this.project, "dependencies"));
    }

    String description() {
        return child(this.project, "description").getTextContent().strip();
    }

    private static Set<String> coordinates(Element dependencies) {
        return children(dependencies).stream()
                .map(each -> child(each, "groupId").getTextContent() + ":"
                        + child(each, "artifactId").getTextContent())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Element child(Element parent, String name) {
        return children(parent).stream().filter(each -> each.getTagName().equals(name))
                .findFirst().orElseThrow(() -> new IllegalStateException("没有 <" + name + ">"));
    }

    private static List<Element> children(Element parent) {
        Node first = parent.getFirstChild();
        return Stream.iterate(first, node -> node != null, Node::getNextSibling)
                .filter(Element.class::isInstance).map(Element.class::cast).toList();
    }
}
