package com.example.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

/** Passes bytes to a server until it is told to hang up; the server itself notices nothing but that. */
public final class TcpProxy implements AutoCloseable {

    private final ServerSocket listening;
    private final String host;
    private final int port;
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final AtomicInteger refuse = new AtomicInteger();
    private final AtomicInteger handshakes = new AtomicInteger();

    public TcpProxy(String host, int port) {
        this(host, port, 0);
    }

    /** Listens at this port; before, whoever connects to it is refused. */
    public TcpProxy(String host, int port, int own) {
        this.host = host;
        this.port = port;
        try {
            listening = new ServerSocket(own, 50, InetAddress.getLoopbackAddress());
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

    /** The next connections are hung up on in the middle of AMQP's handshake: after the client has told its password. */
    public void breakHandshakes(int connections) {
        handshakes.set(connections);
    }

    /** How many handshakes are still to be broken. */
    public int breaking() {
        return handshakes.get();
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                if (oneLess(refuse)) {
                    close(client);
                    continue;
                }
                Socket server = connect();
                if (server == null) {
                    close(client);
                    continue;
                }
                open.addAll(List.of(client, server));
                if (oneLess(handshakes)) {
                    passHeader(client, server);
                }
                else {
                    pass(client, server);
                }
                pass(server, client);
            }
            catch (IOException ex) {
                if (!listening.isClosed()) {
                    throw new UncheckedIOException(ex);
                }
            }
        }
    }

    private static boolean oneLess(AtomicInteger left) {
        return left.getAndUpdate(now -> Math.max(0, now - 1)) > 0;
    }

    /** Passes the eight bytes with which AMQP begins; when more comes, both sides are hung up on. */
    private static void passHeader(Socket client, Socket server) {
        Thread.startVirtualThread(() -> {
            try (client; server) {
                server.getOutputStream().write(client.getInputStream().readNBytes(8));
                client.getInputStream().read();
            }
            catch (IOException ex) {
                // hung up already
            }
        });
    }

    /** The server may be gone for a while: then its clients are hung up on, and may try again. */
    private @Nullable Socket connect() {
        try {
            return new Socket(host, port);
        }
        catch (IOException ex) {
            return null;
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
