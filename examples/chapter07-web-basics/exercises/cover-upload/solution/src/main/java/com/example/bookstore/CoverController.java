package com.example.bookstore;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.multipart.MaxUploadSizeExceededException;
import org.springframework.web.multipart.MultipartFile;

@RestController
@RequestMapping("/covers")
class CoverController {

    private final Path folder;

    CoverController(@Value("${covers.folder}") Path folder) throws IOException {
        this.folder = Files.createDirectories(folder);
    }

    // region covers
    private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

    /** 编号 → 客户端起的名字；真的应用把它放进数据库。 */
    private final Map<String, String> names = new ConcurrentHashMap<>();

    @PostMapping
    ResponseEntity<Void> upload(@RequestParam MultipartFile file) throws IOException {
        try (InputStream content = file.getInputStream()) {
            if (!Arrays.equals(content.readNBytes(PNG.length), PNG)) {
                return ResponseEntity.status(HttpStatus.UNSUPPORTED_MEDIA_TYPE).build();
            }
        }
        String id = UUID.randomUUID().toString();
        file.transferTo(folder.resolve(id));
        names.put(id, file.getOriginalFilename());
        return ResponseEntity.created(URI.create("/covers/" + id)).build();
    }

    @GetMapping("/{id}")
    ResponseEntity<Resource> download(@PathVariable String id) {
        String name = names.get(id);
        if (name == null) {
            return ResponseEntity.notFound().build();
        }
        return ResponseEntity.ok()
                .contentType(MediaType.IMAGE_PNG)
                .header("X-Content-Type-Options", "nosniff")
                .header(HttpHeaders.CONTENT_DISPOSITION, ContentDisposition.attachment()
                        .filename(name, StandardCharsets.UTF_8).build().toString())
                .body(new FileSystemResource(folder.resolve(id)));
    }

    /** 解析上传在选控制器之前，要放在对所有控制器生效的地方。 */
    @RestControllerAdvice
    static class UploadErrors {

        private static final Logger log = LoggerFactory.getLogger(UploadErrors.class);

        @ExceptionHandler
        ProblemDetail tooLarge(MaxUploadSizeExceededException ex) {
            log.warn("上传被拒绝：{}", String.valueOf(ex.getRootCause()));
            return ProblemDetail.forStatusAndDetail(HttpStatus.CONTENT_TOO_LARGE,
                    "封面不超过 10 KB，文件名也不要太长");
        }
    }
    // endregion covers
}
