package com.example.bookstore;

import com.example.bookstore.error.BookstoreException;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

import javax.xml.parsers.DocumentBuilderFactory;

import jakarta.servlet.ServletException;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

import org.springframework.beans.ConversionNotSupportedException;
import org.springframework.beans.TypeMismatchException;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.http.converter.HttpMessageNotWritableException;
import org.springframework.mock.http.MockHttpInputMessage;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.validation.method.MethodValidationException;
import org.springframework.validation.method.MethodValidationResult;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.context.request.async.AsyncRequestNotUsableException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

import static org.assertj.core.api.Assertions.assertThat;

/** The picture of the exceptions' tree, held against the framework's classes. */
@DisplayName("异常的家谱")
class ExceptionTreeTests {

    /** One line of the picture. */
    private record Node(Class<?> type, String parent, boolean errorResponse, boolean listed) {
    }

    private static List<Node> picture;

    @BeforeAll
    static void read() throws Exception {
        Path svg = Path.of(System.getProperty("book.module"))
                .resolve("../../static/img/chapter10-exception-handling/exception-tree.svg");
        NodeList texts = DocumentBuilderFactory.newInstance().newDocumentBuilder()
                .parse(svg.toFile()).getElementsByTagName("text");
        picture = IntStream.range(0, texts.getLength()).mapToObj(i -> (Element) texts.item(i))
                .filter(text -> text.hasAttribute("data-class"))
                .map(ExceptionTreeTests::node).toList();
    }

    private static Node node(Element text) {
        try {
            Class<?> type = Class.forName(text.getAttribute("data-class"));
            assertThat(text.getTextContent()).isEqualTo(type.getSimpleName());
            return new Node(type, text.getAttribute("data-parent"),
                    Boolean.parseBoolean(text.getAttribute("data-error-response")),
                    Boolean.parseBoolean(text.getAttribute("data-listed")));
        }
        catch (ClassNotFoundException ex) {
            throw new IllegalStateException(ex);
        }
    }

    /** The exceptions that the framework's base class of an advice lists. */
    private static List<Class<? extends Throwable>> listed() throws NoSuchMethodException {
        return Arrays.asList(ResponseEntityExceptionHandler.class
                .getMethod("handleException", Exception.class, WebRequest.class)
                .getAnnotation(ExceptionHandler.class).value());
    }

    @Test
    @DisplayName("图上每个异常的父类、ErrorResponse 与粗体都对")
    void everyLine() throws Exception {
        List<Class<?>> shown = picture.stream().<Class<?>>map(Node::type).toList();
        List<Class<? extends Throwable>> listed = listed();
        assertThat(shown).containsAll(listed).contains(BookstoreException.class);
        for (Node node : picture) {
            Class<?> ancestor = node.type().getSuperclass();
            while (ancestor != Throwable.class && !shown.contains(ancestor)) {
                ancestor = ancestor.getSuperclass();
            }
            String parent = ancestor == Throwable.class ? "" : ancestor.getName();
            assertThat(node.parent()).as(node.type().getName()).isEqualTo(parent);
            assertThat(node.errorResponse()).as(node.type().getName())
                    .isEqualTo(ErrorResponse.class.isAssignableFrom(node.type()));
            assertThat(node.listed()).as(node.type().getName()).isEqualTo(listed.contains(node.type()));
        }
    }

    @Test
    @DisplayName("二十种散在四支里，十四种带着状态码")
    void noCommonParent() throws Exception {
        List<Class<? extends Throwable>> listed = listed();
        assertThat(listed).hasSize(20);
        assertThat(listed).filteredOn(ErrorResponse.class::isAssignableFrom).hasSize(14);
        assertThat(listed).filteredOn(ServletException.class::isAssignableFrom).hasSize(9);
        assertThat(listed).filteredOn(RuntimeException.class::isAssignableFrom).hasSize(9);
        assertThat(Throwable.class.isAssignableFrom(ErrorResponse.class)).isFalse();
    }

    @Test
    @DisplayName("不带状态码的六种，由父类的方法给：两个 400，三个 500，一个不写响应")
    void statusOfTheOthers() throws Exception {
        assertThat(status(new TypeMismatchException("abc", Long.class))).isEqualTo(400);
        assertThat(status(new HttpMessageNotReadableException("", new MockHttpInputMessage(new byte[0]))))
                .isEqualTo(400);
        assertThat(status(new ConversionNotSupportedException("abc", Long.class, null))).isEqualTo(500);
        assertThat(status(new HttpMessageNotWritableException(""))).isEqualTo(500);
        assertThat(status(new MethodValidationException(MethodValidationResult.emptyResult()))).isEqualTo(500);
        assertThat(status(new AsyncRequestNotUsableException(""))).isNull();
    }

    /** The status the base class answers with; null when it answers nothing. */
    private static Integer status(Exception exception) throws Exception {
        var handler = new ResponseEntityExceptionHandler() {
        };
        var response = handler.handleException(exception,
                new ServletWebRequest(new MockHttpServletRequest(), new MockHttpServletResponse()));
        return response == null ? null : response.getStatusCode().value();
    }
}
