package com.example.shop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;

/** Listens and never accepts, and its queue is full: whoever connects waits until their own timeout. */
final class FullSocket implements AutoCloseable {

    private static final int MOST = 1_000;

    private final ServerSocket server;
    private final List<Socket> waiting = new ArrayList<>();

    private FullSocket(ServerSocket server) {
        this.server = server;
    }

    static FullSocket open() {
        try {
            FullSocket full = new FullSocket(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            full.fill();
            return full;
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Connects until a connection is not made any more. */
    private void fill() throws IOException {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getLocalPort());
        while (waiting.size() < MOST) {
            Socket socket = new Socket();
            waiting.add(socket);
            try {
                socket.connect(address, 300);
            }
            catch (SocketTimeoutException ex) {
                return;
            }
        }
        throw new IllegalStateException("连了 " + MOST + " 次，队列还没有满");
    }

    String url() {
        return "http://127.0.0.1:" + server.getLocalPort();
    }

    @Override
    public void close() {
        try {
            for (Socket socket : waiting) {
                socket.close();
            }
            server.close();
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
