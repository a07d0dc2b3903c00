package com.example.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import com.example.book.ConsoleRun;
import com.example.book.Missing;
import com.example.book.ProgramFolder;
import com.example.book.parts.DockerEngine;

/**
 * {@code postgres:17} where no registry is reached: this machine's PostgreSQL on the same Debian, obeying the
 * variables that Testcontainers sets for the public image. Where the machine has another system, the public one.
 */
public final class PostgresImage {

    private static final Path PROGRAMS = Path.of("/usr/lib/postgresql");

    /** Like the public one, it starts twice, the first time for itself alone: Testcontainers waits for the second. */
    private static final String ENTRYPOINT = """
            #!/bin/bash
            set -e
            mkdir -p "$PGDATA" && chown postgres "$PGDATA" && chmod 700 "$PGDATA"
            echo "$POSTGRES_PASSWORD" > /tmp/password && chmod 644 /tmp/password
            as_postgres="setpriv --reuid=postgres --regid=postgres --clear-groups"
            $as_postgres initdb --username="$POSTGRES_USER" --pwfile=/tmp/password --auth-host=scram-sha-256 \\
              --auth-local=trust --encoding=UTF8 --locale=C --no-sync > /dev/null
            echo "host all all all scram-sha-256" >> "$PGDATA/pg_hba.conf"
            $as_postgres pg_ctl -w -o "-c listen_addresses= -c unix_socket_directories=/tmp" start
            createdb -h /tmp -U "$POSTGRES_USER" "$POSTGRES_DB"
            $as_postgres pg_ctl -w stop > /dev/null
            exec $as_postgres "$@" -c listen_addresses='*' -c unix_socket_directories=/tmp
            """;

    private PostgresImage() {
    }

    public static void build(DockerEngine docker) throws IOException {
        if (!Files.readString(Path.of("/etc/os-release")).contains("bookworm") || !Files.isDirectory(PROGRAMS)) {
            if (docker.docker("pull", "postgres:17").exitCode() != 0) {
                throw Missing.part("这台机器没有 Debian bookworm 的 PostgreSQL，也取不到 postgres:17 镜像");
            }
            return;
        }
        docker.baseImages().debian();
        Path version;
        try (Stream<Path> versions = Files.list(PROGRAMS)) {
            version = versions.sorted().toList().getLast();
        }
        try (ProgramFolder folder = ProgramFolder.create("postgres-")) {
            pack(version, folder.path());
            folder.write("entrypoint.sh", ENTRYPOINT);
            folder.write("Dockerfile", """
                    FROM debian:bookworm-slim
                    RUN useradd --system postgres
                    ADD files.tar /
                    COPY entrypoint.sh /
                    ENV PATH=%s/bin:$PATH PGDATA=/var/lib/postgresql/data
                    EXPOSE 5432
                    ENTRYPOINT ["bash", "/entrypoint.sh"]
                    """.formatted(version));
            docker.run("build", "--tag", "postgres:17", folder.path().toString());
        }
    }

    /** The server's programs, and the libraries that a small Debian does not have. */
    private static void pack(Path version, Path folder) {
        Set<String> files = new TreeSet<>(List.of(version.toString(), "/usr/share/postgresql/" + version.getFileName()));
        for (String program : List.of("postgres", "initdb", "pg_ctl", "createdb")) {
            ConsoleRun libraries = ConsoleRun.run(List.of("ldd", version + "/bin/" + program), version, null, Map.of());
            libraries.output().lines().filter(line -> line.contains("=> /"))
                    .map(line -> line.replaceFirst(".*=> (\\S+).*", "$1")).forEach(files::add);
        }
        List<String> command = new ArrayList<>(List.of("tar", "-chf", folder.resolve("files.tar").toString(),
                "--exclude=*/bitcode", "--exclude=*llvmjit*", "-C", "/"));
        // Not those that the base has already: one of them is the running shell's.
        files.stream().filter(file -> !file.matches(".*/(libc|libm|ld-linux.*)\\.so.*")).map(file -> file.substring(1))
                .forEach(command::add);
        ConsoleRun packed = ConsoleRun.run(command, folder, null, Map.of());
        if (packed.exitCode() != 0) {
            throw new IllegalStateException(packed.output());
        }
    }
}
