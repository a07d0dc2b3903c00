package com.example.pitfall;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.io.InputStreamResource;
import org.springframework.core.io.Resource;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.CrossOrigin;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.InitBinder;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.cors.CorsUtils;
import org.springframework.web.multipart.MaxUploadSizeExceededException;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.CorsRegistry;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.support.ExtendedServletRequestDataBinder;
import org.springframework.web.util.ContentCachingRequestWrapper;

/** 正文“踩坑”里的错误写法，每一种都能跑。 */
@SpringBootApplication
public class PitfallApplication implements WebMvcConfigurer {

    // region wildcard
    @Override
    public void addCorsMappings(CorsRegistry registry) {
        registry.addMapping("/wildcard/**").allowedOrigins("*").allowCredentials(true);
        registry.addMapping("/pattern/**").allowedOriginPatterns("*").allowCredentials(true);
    }
    // endregion wildcard

    @RestController
    static class CorsController {

        private final AtomicInteger orders = new AtomicInteger();

        @CrossOrigin("https://shop.example.com")
        @GetMapping({"/strict/stock", "/preflight-aware/stock"})
        Map<String, Integer> secured() {
            return Map.of("stock", 10);
        }

        @GetMapping({"/wildcard/stock", "/pattern/stock"})
        Map<String, Integer> stock() {
            return Map.of("stock", 10);
        }

        @PostMapping("/open/orders")
        Map<String, Integer> order() {
            return Map.of("orders", orders.incrementAndGet());
        }

        int orders() {
            return orders.get();
        }
    }

    // region body-filter
    /** 想把请求体记进日志的过滤器，三种写法。 */
    static class BodyLogFilter implements Filter {

        @Override
        public void doFilter(ServletRequest request, ServletResponse response,
                FilterChain chain) throws IOException, ServletException {
            HttpServletRequest http = (HttpServletRequest) request;
            switch (http.getHeader("X-Log")) {
                case "read" -> {
                    log(request.getInputStream().readAllBytes());
                    chain.doFilter(request, response);
                }
                case "wrap-read-first" -> {
                    var cached = new ContentCachingRequestWrapper(http, 10_000);
                    log(cached.getInputStream().readAllBytes());
                    chain.doFilter(cached, response);
                }
                case "wrap-take-after" -> {
                    var cached = new ContentCachingRequestWrapper(http, 10_000);
                    chain.doFilter(cached, response);
                    log(cached.getContentAsByteArray());
                }
                case null, default -> chain.doFilter(request, response);
            }
        }
        // endregion body-filter

        private volatile int logged;

        private void log(byte[] body) {
            logged = body.length;
        }

        int logged() {
            return logged;
        }
    }

    @Bean
    BodyLogFilter bodyLogFilter() {
        return new BodyLogFilter();
    }

    @Bean
    FilterRegistrationBean<BodyLogFilter> bodyLog(BodyLogFilter filter) {
        FilterRegistrationBean<BodyLogFilter> registration =
                new FilterRegistrationBean<>(filter);
        registration.addUrlPatterns("/logged");
        return registration;
    }

    @RestController
    static class BodyController {

        record Order(String isbn, int quantity) {
        }

        @PostMapping("/logged")
        Order logged(@RequestBody Order order) {
            return order;
        }
    }

    /** 没有令牌就拒绝；一个连预检也拒绝，一个放行预检。 */
    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(new LoginInterceptor(false)).addPathPatterns("/strict/**");
        registry.addInterceptor(new LoginInterceptor(true)).addPathPatterns("/preflight-aware/**");
    }

    record LoginInterceptor(boolean letPreflightPass) implements HandlerInterceptor {

        @Override
        public boolean preHandle(HttpServletRequest request, HttpServletResponse response,
                Object handler) {
            if (letPreflightPass && CorsUtils.isPreFlightRequest(request)) {
                return true;
            }
            boolean loggedIn = request.getHeader("Authorization") != null;
            if (!loggedIn) {
                response.setStatus(401);
            }
            return loggedIn;
        }
    }

    @RestController
    static class TwoBodiesController {

        @PostMapping("/two-texts")
        List<String> twoTexts(@RequestBody String first,
                @RequestBody(required = false) String second) {
            return List.of(first, String.valueOf(second));
        }
    }

    @RestController
    static class VisitController {

        record Visit(String title) {
        }

        // region parameters-only
        @InitBinder
        void parametersOnly(ExtendedServletRequestDataBinder binder) {
            binder.setHeaderPredicate(header -> false);
        }
        // endregion parameters-only

        @GetMapping("/parameters-only")
        String visit(Visit visit) {
            return visit.toString();
        }
    }

    @RestController
    static class DownloadController {

        @GetMapping("/stream")
        ResponseEntity<Resource> stream() {
            return ResponseEntity.ok(new InputStreamResource(
                    new ByteArrayInputStream("0123456789".getBytes())));
        }

        @GetMapping("/hand-made-name")
        ResponseEntity<String> handMadeName() {
            return ResponseEntity.ok().header("Content-Disposition",
                    "attachment; filename=\"封面.png\"").body("");
        }
    }

    @RestController
    static class UploadController {

        @PostMapping("/upload")
        String upload(@RequestParam MultipartFile file) {
            return file.getOriginalFilename() + " " + file.getSize();
        }

        @PostMapping("/form")
        String form(@RequestParam Map<String, String> form) {
            return form.size() + " 个";
        }
    }

    /** 自己处理超限，要等选中了它才轮得到。 */
    @RestController
    static class LocalUploadController {

        @PostMapping("/local-upload")
        String upload(@RequestParam MultipartFile file) {
            return file.getOriginalFilename();
        }

        @ExceptionHandler
        ProblemDetail tooLarge(MaxUploadSizeExceededException ex) {
            return ProblemDetail.forStatusAndDetail(HttpStatus.CONTENT_TOO_LARGE, "控制器说太大");
        }
    }

    record Row(int number, String name) {

        String error() {
            throw new IllegalStateException("作者查不到");
        }
    }

    @Controller
    static class BrokenPages {

        @GetMapping("/broken")
        String broken(@RequestParam int rows, Model model) {
            model.addAttribute("rows", IntStream.rangeClosed(1, rows)
                    .mapToObj(i -> new Row(i, "书 " + i)).toList());
            return "broken";
        }

        @GetMapping("/missing")
        String missing() {
            return "no-such-page";
        }
    }

    /** 八个请求在这里等齐了才往下走，最多等十五秒。 */
    @RestController
    static class MeetingController {

        private final CountDownLatch all = new CountDownLatch(8);
        private final AtomicInteger inside = new AtomicInteger();

        record Seen(int together, boolean virtual) {
        }

        @GetMapping("/meeting")
        Seen meeting() throws InterruptedException {
            inside.incrementAndGet();
            all.countDown();
            all.await(15, TimeUnit.SECONDS);
            return new Seen(inside.getAndDecrement(), Thread.currentThread().isVirtual());
        }
    }

    @RestController
    static class ThreadController {

        @GetMapping("/thread")
        List<String> thread() {
            Thread thread = Thread.currentThread();
            return List.of(thread.getName().replaceAll("\\d+", "N"),
                    String.valueOf(thread.isVirtual()), String.valueOf(thread.isDaemon()));
        }
    }
}
