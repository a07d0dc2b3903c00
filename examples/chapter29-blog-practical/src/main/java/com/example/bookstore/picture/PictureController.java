package com.example.bookstore.picture;

import java.nio.file.Path;
import java.time.Duration;

import com.example.bookstore.NotFoundException;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Serves pictures. What has this name has this content for ever, so browsers may keep it. */
@RestController
class PictureController {

    private static final Duration KEPT = Duration.ofDays(365);

    private final Pictures pictures;

    PictureController(Pictures pictures) {
        this.pictures = pictures;
    }

    @GetMapping("/pictures/{name}")
    ResponseEntity<Resource> picture(@PathVariable String name) {
        Path file = pictures.find(name).orElseThrow(NotFoundException::new);
        return ResponseEntity.ok()
                .contentType(name.endsWith(".png") ? MediaType.IMAGE_PNG : MediaType.IMAGE_JPEG)
                .cacheControl(CacheControl.maxAge(KEPT).cachePublic().immutable())
                .body(new FileSystemResource(file));
    }
}
