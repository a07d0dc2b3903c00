package com.example.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Passes bytes to a server until it is told to hang up; the server itself notices nothing but that. */
public final class TcpProxy implements AutoCloseable {

    private final ServerSocket listening;
    private final String host;
    private final int port;
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final AtomicInteger refuse = new AtomicInteger();

    public TcpProxy(String host, int port) {
        this.host = host;
        this.port = port;
        try {
            listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        Thread.startVirtualThread(this::accept);
    }

    public int port() {
        return listening.getLocalPort();
    }

    /** Hangs up all connections and refuses the next ones. */
    public void cut(int refused) {
        refuse.set(refused);
        open.forEach(TcpProxy::close);
        open.clear();
    }

    /** How many connections are still to be refused. */
    public int refusing() {
        return refuse.get();
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                if (refuse.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                    close(client);
                    continue;
                }
                Socket server = new Socket(host, port);
                open.addAll(List.of(client, server));
                pass(client, server);
                pass(server, client);
            }
            catch (IOException ex) {
                if (!listening.isClosed()) {
                    throw new UncheckedIOException(ex);
                }
            }
        }
    }

    private static void pass(Socket from, Socket to) {
        Thread.startVirtualThread(() -> {
            try (from; to) {
                from.getInputStream().transferTo(to.getOutputStream());
            }
            catch (IOException ex) {
                // one side has hung up: the other is closed as well
                close(to);
            }
        });
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    @Override
    public void close() {
        cut(0);
        try {
            listening.close();
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
