package com.example.bookstore;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** A payment service that takes every request and never answers. */
final class SilentGateway implements AutoCloseable {

    private final ServerSocket server;

    SilentGateway(int port) {
        try {
            server = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
        }
        catch (IOException ex) {
            throw new UncheckedIOException("端口 " + port + " 用不了", ex);
        }
        Thread.ofVirtual().start(this::accept);
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                Thread.ofVirtual().start(() -> listen(socket));
            }
            catch (IOException ex) {
                if (!server.isClosed()) {
                    throw new UncheckedIOException(ex);
                }
            }
        }
    }

    private static void listen(Socket socket) {
        try (socket) {
            socket.getInputStream().transferTo(OutputStream.nullOutputStream());
        }
        catch (IOException ex) {
            System.getLogger(SilentGateway.class.getName()).log(System.Logger.Level.DEBUG, "the caller has gone", ex);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
