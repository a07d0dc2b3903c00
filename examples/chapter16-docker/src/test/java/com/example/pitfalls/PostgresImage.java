package com.example.pitfalls;

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
 * {@code postgres:17} for the compose file: this machine's PostgreSQL on the same Debian, obeying the
 * variables of the public image that the file uses. Where the machine has another system, the public one.
 */
final class PostgresImage {

    private static final Path PROGRAMS = Path.of("/usr/lib/postgresql");

    private static final String ENTRYPOINT = """
            #!/bin/bash
            set -e
            if [ "$(id -u)" = 0 ]; then
              password=$(< "$POSTGRES_PASSWORD_FILE")
              mkdir -p "$PGDATA" && chown postgres "$PGDATA" && chmod 700 "$PGDATA"
              PASSWORD=$password exec setpriv --reuid=postgres --regid=postgres --clear-groups bash "$0"
            fi
            options="-c fsync=off -c unix_socket_directories=/tmp"
            if [ ! -s "$PGDATA/PG_VERSION" ]; then
              echo "$PASSWORD" > /tmp/password
              initdb --username="$POSTGRES_USER" --pwfile=/tmp/password --auth-host=scram-sha-256 --auth-local=trust \\
                --encoding=UTF8 --locale=C > /dev/null
              rm /tmp/password
              echo "host all all all scram-sha-256" >> "$PGDATA/pg_hba.conf"
              pg_ctl -w -o "-c listen_addresses= $options" start > /dev/null
              createdb -h /tmp -U "$POSTGRES_USER" "$POSTGRES_DB"
              pg_ctl -w stop > /dev/null
            fi
            unset PASSWORD
            exec postgres -c listen_addresses='*' $options
            """;

    private PostgresImage() {
    }

    static void build(DockerEngine docker) throws IOException {
        if (!Files.readString(Path.of("/etc/os-release")).contains("bookworm") || !Files.isDirectory(PROGRAMS)) {
            if (docker.docker("pull", "postgres:17").exitCode() != 0) {
                throw Missing.part("这台机器没有 Debian bookworm 的 PostgreSQL，也取不到 postgres:17 镜像");
            }
            return;
        }
        Path version;
        try (Stream<Path> versions = Files.list(PROGRAMS)) {
            version = versions.sorted().toList().getLast();
        }
        Set<String> files = new TreeSet<>(List.of(version.toString(), "/usr/share/postgresql/" + version.getFileName()));
        for (String program : List.of("postgres", "initdb", "pg_ctl", "psql", "createdb", "pg_isready")) {
            ConsoleRun libraries = ConsoleRun.run(List.of("ldd", version + "/bin/" + program), version, null, Map.of());
            libraries.output().lines().filter(line -> line.contains("=> /"))
                    .map(line -> line.replaceFirst(".*=> (\\S+).*", "$1")).forEach(files::add);
        }
        try (ProgramFolder folder = ProgramFolder.create("postgres-")) {
            Path archive = folder.path().resolve("files.tar");
            List<String> command = new ArrayList<>(List.of("tar", "-chf", archive.toString(),
                    "--exclude=*/bitcode", "--exclude=*llvmjit*", "-C", "/"));
            // Not those that the base has already: one of them is the running shell's.
            files.stream().filter(file -> !file.matches(".*/(libc|libm|ld-linux.*)\\.so.*")).map(file -> file.substring(1))
                    .forEach(command::add);
            ConsoleRun packed = ConsoleRun.run(command, folder.path(), null, Map.of());
            if (packed.exitCode() != 0) {
                throw new IllegalStateException(packed.output());
            }
            folder.write("entrypoint.sh", ENTRYPOINT);
            Path dockerfile = folder.write("Dockerfile", """
                    FROM debian:bookworm-slim
                    RUN useradd --system postgres
                    ADD files.tar /
                    COPY entrypoint.sh /
                    ENV PATH=%s/bin:$PATH PGDATA=/var/lib/postgresql/data
                    ENTRYPOINT ["bash", "/entrypoint.sh"]
                    """.formatted(version));
            docker.run("build", "--file", dockerfile.toString(), "--tag", "postgres:17", folder.path().toString());
        }
    }
}
