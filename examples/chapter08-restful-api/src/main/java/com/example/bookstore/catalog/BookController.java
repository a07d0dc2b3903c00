package com.example.bookstore.catalog;

import java.math.BigDecimal;
import java.net.URI;
import java.util.Optional;
import java.util.function.UnaryOperator;

import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.responses.ApiResponse;

import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.CacheControl;
import org.springframework.http.ETag;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.InitBinder;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.support.ExtendedServletRequestDataBinder;
import org.springframework.web.util.UriComponentsBuilder;

import tools.jackson.databind.JsonNode;

// region json-only
@RestController
@RequestMapping(path = "/books", produces = MediaType.APPLICATION_JSON_VALUE)
public class BookController {
    // endregion json-only

    private final Books books;
    private final MergePatch mergePatch;

    public BookController(Books books, MergePatch mergePatch) {
        this.books = books;
        this.mergePatch = mergePatch;
    }

    // region list
    /** 查询条件只看查询串；不写这一段，同名的请求头也会绑上。 */
    @InitBinder
    void queryStringOnly(ExtendedServletRequestDataBinder binder) {
        binder.setHeaderPredicate(header -> false);
    }

    @GetMapping
    public ResponseEntity<BookPage> list(@ParameterObject BookQuery query,
            UriComponentsBuilder uri) {
        BookPage page = query.run(books.findAll());
        ResponseEntity.BodyBuilder response = ResponseEntity.ok();
        page.links(uri.path("/books"), query)
                .ifPresent(links -> response.header(HttpHeaders.LINK, links));
        return response.body(page);
    }
    // endregion list

    // region get
    @GetMapping("/{id}")
    @ApiResponse(responseCode = "200", description = "当前版本在 ETag 里")
    @ApiResponse(responseCode = "304", description = "没有变过", content = @Content)
    @ApiResponse(responseCode = "406", description = "给不出要的类型", content = @Content)
    public ResponseEntity<BookResponse> get(@PathVariable long id) {
        return ok(find(id));
    }

    private ResponseEntity<BookResponse> ok(Book book) {
        return ResponseEntity.ok()
                .eTag(etag(book))
                .cacheControl(CacheControl.noCache())
                .body(BookResponse.from(book));
    }

    private static String etag(Book book) {
        return "\"" + book.version() + "\"";
    }
    // endregion get

    // region create
    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    @ResponseStatus(HttpStatus.CREATED)
    public ResponseEntity<BookResponse> create(@RequestBody BookRequest request,
            UriComponentsBuilder uri) {
        check(request);
        Book book = books.insert(request);
        URI location = uri.path("/books/{id}").build(book.id());
        return ResponseEntity.created(location).eTag(etag(book))
                .body(BookResponse.from(book));
    }
    // endregion create

    // region put
    @PutMapping(path = "/{id}", consumes = MediaType.APPLICATION_JSON_VALUE)
    public ResponseEntity<BookResponse> put(@PathVariable long id,
            @Parameter(required = true)
            @RequestHeader(HttpHeaders.IF_MATCH) Optional<String> ifMatch,
            @RequestBody BookRequest request) {
        check(request);
        return change(match(id, ifMatch), ifMatch, book -> book.revise(request));
    }

    /** 前提条件：没带是 428，带了但不是当前版本是 412。 */
    private Book match(long id, Optional<String> ifMatch) {
        Book current = find(id);
        if (ifMatch.isEmpty()) {
            throw new ResponseStatusException(HttpStatus.PRECONDITION_REQUIRED,
                    "修改前先 GET，再把响应里的 ETag 放进 If-Match");
        }
        ETag actual = ETag.create(etag(current));
        if (!ifMatch.get().equals("*") && ETag.parse(ifMatch.get()).stream()
                .noneMatch(tag -> tag.compare(actual, true))) {
            throw preconditionFailed();
        }
        return current;
    }

    /** 检查之后、写入之前仍可能有人抢先，所以写入的那一步再看一次。 */
    private ResponseEntity<BookResponse> change(Book current, Optional<String> ifMatch,
            UnaryOperator<Book> change) {
        if (ifMatch.filter("*"::equals).isPresent()) {
            // 不管哪个版本，但要从此刻的那一版改起，否则两个人会写出同一个 ETag
            return ok(books.update(current.id(), change)
                    .orElseThrow(() -> notFound(current.id())));
        }
        Book next = change.apply(current);
        // highlight-next-line
        if (!books.replace(next, current)) {
            throw preconditionFailed();
        }
        return ok(next);
    }

    private static ResponseStatusException preconditionFailed() {
        return new ResponseStatusException(HttpStatus.PRECONDITION_FAILED,
                "这本书已被别人改过：重新 GET，合并后再提交");
    }
    // endregion put

    // region patch
    @PatchMapping(path = "/{id}", consumes = "application/merge-patch+json")
    public ResponseEntity<BookResponse> patch(@PathVariable long id,
            @Parameter(required = true)
            @RequestHeader(HttpHeaders.IF_MATCH) Optional<String> ifMatch,
            @RequestBody JsonNode patch) {
        return change(match(id, ifMatch), ifMatch, book -> {
            BookRequest patched = mergePatch.apply(patch, BookRequest.from(book));
            check(patched);
            return book.revise(patched);
        });
    }
    // endregion patch

    // region delete
    @DeleteMapping("/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    public void delete(@PathVariable long id,
            @RequestHeader(HttpHeaders.IF_MATCH) Optional<String> ifMatch) {
        if (ifMatch.isEmpty() || ifMatch.get().equals("*")) {
            if (!books.delete(id)) {
                throw notFound(id);
            }
        }
        else if (!books.delete(match(id, ifMatch))) {
            throw preconditionFailed();
        }
    }
    // endregion delete

    /** 请求体里的数，指数装不进 int：读 JsonNode 时 Jackson 抛的不是自己的异常，不接住就成了 500。 */
    @ExceptionHandler
    ProblemDetail unreadableNumber(NumberFormatException ex) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, "请求体里的数读不进来");
    }

    /** 编号读不成数，里层也是 NumberFormatException，不单独写就归了上面那个。 */
    @ExceptionHandler
    ProblemDetail unreadableId(MethodArgumentTypeMismatchException ex) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST,
                ex.getName() + " 要是一个整数");
    }

    private Book find(long id) {
        return books.findById(id).orElseThrow(() -> notFound(id));
    }

    private static ResponseStatusException notFound(long id) {
        return new ResponseStatusException(HttpStatus.NOT_FOUND, "没有编号为 " + id + " 的书");
    }

    /** 声明式校验是第 9 章的事，这里留下几条规则。 */
    private static void check(BookRequest request) {
        if (request.title() == null || request.title().isBlank()) {
            throw unprocessable("title 不能为空");
        }
        if (request.price() == null || request.price().compareTo(BigDecimal.ZERO) < 0) {
            throw unprocessable("price 必须有值且不小于 0");
        }
        if (Math.abs(request.price().scale()) > 10) {
            throw unprocessable("price 的数位太多");
        }
        if (request.publishedOn() == null) {
            throw unprocessable("publishedOn 必须有值");
        }
        if (request.stock() < 0) {
            throw unprocessable("stock 不能小于 0");
        }
    }

    private static ResponseStatusException unprocessable(String reason) {
        return new ResponseStatusException(HttpStatus.UNPROCESSABLE_CONTENT, reason);
    }
}
