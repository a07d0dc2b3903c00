package com.example.bookstore.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

import org.springframework.stereotype.Component;
import org.springframework.web.multipart.MultipartFile;

@Component
class CoverStore {

    private final Path folder = Files.createTempDirectory("covers");
    private final AtomicLong sequence = new AtomicLong();

    CoverStore() throws IOException {
    }

    // region store
    /** 磁盘上的名字由服务器起，客户端给的文件名只当一段文字。 */
    String save(MultipartFile file) throws IOException {
        String id = String.valueOf(sequence.incrementAndGet());
        file.transferTo(folder.resolve(id));
        return id;
    }

    Optional<Path> find(String id) {
        return id.matches("\\d{1,18}")
                ? Optional.of(folder.resolve(id)).filter(Files::isRegularFile)
                : Optional.empty();
    }
    // endregion store
}
