package com.example.bookstore;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;

@RestController
@RequestMapping("/covers")
class CoverController {

    private final Path folder;

    CoverController(@Value("${covers.folder}") Path folder) throws IOException {
        this.folder = Files.createDirectories(folder);
    }

    // region covers
    @PostMapping
    ResponseEntity<Void> upload(@RequestParam MultipartFile file) throws IOException {
        file.transferTo(folder.resolve(file.getOriginalFilename()));
        return ResponseEntity.created(URI.create("/covers/1")).build();
    }

    @GetMapping("/{name}")
    Resource download(@PathVariable String name) {
        return new FileSystemResource(folder.resolve(name));
    }
    // endregion covers
}
