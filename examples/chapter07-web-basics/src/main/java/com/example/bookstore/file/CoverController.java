package com.example.bookstore.file;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.server.ResponseStatusException;

import static org.springframework.http.HttpStatus.NOT_FOUND;

@RestController
class CoverController {

    private final CoverStore store;

    CoverController(CoverStore store) {
        this.store = store;
    }

    // region upload
    record Stored(String id, String originalName, long size) {
    }

    @PostMapping("/covers")
    List<Stored> upload(@RequestParam List<MultipartFile> file) throws IOException {
        List<Stored> stored = new ArrayList<>();
        for (MultipartFile part : file) {
            String id = store.save(part);
            stored.add(new Stored(id, part.getOriginalFilename(), part.getSize()));
        }
        return stored;
    }
    // endregion upload

    // region download
    @GetMapping("/covers/{id}")
    ResponseEntity<Resource> download(@PathVariable String id) {
        Path file = store.find(id).orElseThrow(() -> new ResponseStatusException(NOT_FOUND));
        return ResponseEntity.ok()
                .contentType(MediaType.APPLICATION_OCTET_STREAM)
                .header(HttpHeaders.CONTENT_DISPOSITION, ContentDisposition.attachment()
                        .filename("封面 " + id + ".png", StandardCharsets.UTF_8)
                        .build().toString())
                .body(new FileSystemResource(file));
    }
    // endregion download
}
