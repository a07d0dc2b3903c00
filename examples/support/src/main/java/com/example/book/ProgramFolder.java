package com.example.book;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A new folder for what a program reads and writes. Closing it deletes it; so does the end of this JVM,
 * even by {@code kill -9}.
 */
public final class ProgramFolder implements AutoCloseable {

    private final Path path;

    private ProgramFolder(Path path) {
        this.path = path;
    }

    /**
     * Makes a folder.
     *
     * @param name its name's beginning
     */
    public static ProgramFolder create(String name) {
        try {
            return new ProgramFolder(Ownership.current().newFolder(name));
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Where it is. */
    public Path path() {
        return path;
    }

    /** Writes a file of the folder. */
    public Path write(String file, String text) {
        try {
            return Files.writeString(path.resolve(file), text);
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Makes a folder in it. */
    public Path folder(String name) {
        try {
            return Files.createDirectories(path.resolve(name));
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    @Override
    public void close() {
        try {
            OwnershipEnd.removeFolder(path);
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
