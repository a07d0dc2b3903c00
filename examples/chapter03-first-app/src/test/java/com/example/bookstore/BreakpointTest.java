package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import com.example.book.MavenProject;
import com.example.book.Recording;
import com.example.book.RunningProgram;
import com.sun.jdi.Bootstrap;
import com.sun.jdi.IncompatibleThreadStateException;
import com.sun.jdi.StackFrame;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.IllegalConnectorArgumentsException;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.EventSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Does what an IDE does with a breakpoint: attaches to the program, waits for it to stop, looks at the stack. */
@DisplayName("断点")
class BreakpointTest {

    private static final Set<String> SHOWN = Set.of("BookController.hello", "InvocableHandlerMethod.invokeForRequest",
            "DispatcherServlet.doDispatch", "DispatcherServlet.doService", "StandardWrapperValve.invoke", "Thread.run");

    @Test
    @DisplayName("停在 hello 里：请求还没有响应，调用栈下面是 DispatcherServlet；放行以后才收到 200")
    void stopsTheRequestAndShowsWhoCalled() throws Exception {
        int port = RunningProgram.freePort();
        int debugger = RunningProgram.freePort();
        List<String> command = MavenProject.javaCommand("en",
                "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:" + debugger,
                "-cp", System.getProperty("java.class.path"), BookstoreApplication.class.getName(),
                "--server.port=" + port);
        try (RunningProgram app = RunningProgram.start(command, Recording.module(), Map.of());
                HttpClient client = HttpClient.newHttpClient()) {
            app.await("Started BookstoreApplication");
            VirtualMachine machine = attach(debugger);
            machine.eventRequestManager().createBreakpointRequest(machine
                    .classesByName("com.example.bookstore.BookController").getFirst()
                    .methodsByName("hello").getFirst().location()).enable();
            CompletableFuture<HttpResponse<String>> answer = client.sendAsync(
                    HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/hello")).build(),
                    HttpResponse.BodyHandlers.ofString());
            EventSet stopped = machine.eventQueue().remove(TimeUnit.SECONDS.toMillis(60));
            assertThat(stopped).as("60 秒内停在断点").isNotNull().singleElement().isInstanceOf(BreakpointEvent.class);
            Recording.check("breakpoint.txt", stackOf((BreakpointEvent) stopped.eventIterator().next()));
            assertThat(answer).isNotDone();
            stopped.resume();
            assertThat(answer.get(60, TimeUnit.SECONDS).body()).isEqualTo("你好，书店");
            machine.dispose();
        }
    }

    private static VirtualMachine attach(int port) throws IOException, IllegalConnectorArgumentsException {
        AttachingConnector socket = Bootstrap.virtualMachineManager().attachingConnectors().stream()
                .filter(connector -> connector.name().equals("com.sun.jdi.SocketAttach")).findFirst().orElseThrow();
        Map<String, Connector.Argument> arguments = socket.defaultArguments();
        arguments.get("hostname").setValue("127.0.0.1");
        arguments.get("port").setValue(String.valueOf(port));
        return socket.attach(arguments);
    }

    /** The frames that the page speaks of; others between them are one line. */
    private static String stackOf(BreakpointEvent event) throws IncompatibleThreadStateException {
        List<String> lines = new ArrayList<>();
        for (StackFrame frame : event.thread().frames()) {
            String method = frame.location().declaringType().name().replaceAll(".*\\.", "") + "."
                    + frame.location().method().name();
            if (SHOWN.contains(method)) {
                lines.add(method);
            }
            else if (!lines.getLast().equals("  …")) {
                lines.add("  …");
            }
        }
        return String.join("\n", lines);
    }
}
