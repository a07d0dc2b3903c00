package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

import com.example.book.Recording;
import com.example.book.Table;

class ConnectTests {

    private static final MySqlServer SERVER = MySqlServer.shared();

    private static final String REFUSED = "Public Key Retrieval is not allowed";

    @BeforeEach
    void newUser() {
        SERVER.anew();
    }

    @Test
    @DisplayName("useSSL=false：新用户连不上；有人用 TLS 登录过就连得上，服务器重启后又连不上")
    void publicKey() {
        Table table = new Table("步骤", "地址里写的", "结果");
        table.row("新建的用户", "`useSSL=false`", attempt("useSSL=false"));
        table.row("同一个用户", "什么也不写", attempt(""));
        table.row("TLS 登录过一次之后", "`useSSL=false`", attempt("useSSL=false"));
        SERVER.restart();
        table.row("MySQL 重启之后", "`useSSL=false`", attempt("useSSL=false"));
        table.row("同一次启动", "`useSSL=false&allowPublicKeyRetrieval=true`",
                attempt("useSSL=false&allowPublicKeyRetrieval=true"));
        SERVER.execute("flush privileges");
        table.row("`FLUSH PRIVILEGES` 之后", "`useSSL=false`", attempt("useSSL=false"));
        Recording.check("public-key.txt", table.toString());
    }

    /** A login's outcome: the cipher of a connection, or why there is none. */
    private static String attempt(String parameters) {
        try (Connection connection = DriverManager.getConnection(SERVER.url("bookstore", parameters), "bookstore",
                MySqlServer.PASSWORD);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("show status like 'Ssl_cipher'")) {
            rows.next();
            return rows.getString(2).isEmpty() ? "连上，明文" : "连上，TLS";
        }
        catch (SQLException ex) {
            return ex.getMessage().equals(REFUSED) ? "`" + REFUSED + "`" : ex.toString();
        }
    }

    @Test
    @DisplayName("应用启动得了，第一次查库才报错")
    void firstQuery() {
        try (ConfigurableApplicationContext context = SERVER.application("useSSL=false")) {
            Throwable thrown = catchThrowable(
                    () -> context.getBean(JdbcClient.class).sql("select 1").query().singleValue());
            Recording.check("public-key-error.txt", chain(thrown));
        }
    }

    @Test
    @DisplayName("MySQL 自己生成的证书：VERIFY_CA 通过；VERIFY_IDENTITY 不通过，证书上没有主机名")
    void verified(@TempDir Path folder) throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        try (InputStream ca = Files.newInputStream(SERVER.data("ca.pem"))) {
            trusted.setCertificateEntry("mysql", CertificateFactory.getInstance("X.509").generateCertificate(ca));
        }
        Path file = folder.resolve("trusted.p12");
        try (OutputStream out = Files.newOutputStream(file)) {
            trusted.store(out, "changeit".toCharArray());
        }
        String parameters = "&trustCertificateKeyStoreType=PKCS12&trustCertificateKeyStorePassword=changeit"
                + "&trustCertificateKeyStoreUrl=" + file.toUri();
        assertThat(attempt("sslMode=VERIFY_CA" + parameters)).isEqualTo("连上，TLS");
        assertThat(catchThrowable(() -> DriverManager.getConnection(
                SERVER.url("bookstore", "sslMode=VERIFY_IDENTITY" + parameters), "bookstore", MySqlServer.PASSWORD)))
                .rootCause().hasMessageContaining("Auto_Generated_Server_Certificate' does not match 'localhost'");
    }

    /** An exception and its causes, a line for each. */
    static String chain(Throwable thrown) {
        StringBuilder lines = new StringBuilder();
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            lines.append(lines.isEmpty() ? "" : "Caused by: ").append(cause).append('\n');
        }
        return lines.toString();
    }

    @Test
    @DisplayName("application.yaml 里的地址连得上新用户，走 TLS")
    void recommended() {
        try (ConfigurableApplicationContext context = SERVER.application(null)) {
            assertThat(context.getBean(JdbcClient.class).sql("show status like 'Ssl_cipher'")
                    .query((row, index) -> row.getString(2)).single()).startsWith("TLS");
        }
    }
}
