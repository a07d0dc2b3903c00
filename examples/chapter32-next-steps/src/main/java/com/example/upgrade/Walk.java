package com.example.upgrade;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import com.sun.jdi.AbsentInformationException;
import com.sun.jdi.Bootstrap;
import com.sun.jdi.Location;
import com.sun.jdi.Method;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.IllegalConnectorArgumentsException;
import com.sun.jdi.connect.LaunchingConnector;
import com.sun.jdi.connect.VMStartException;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.VMDeathEvent;
import com.sun.jdi.event.VMDisconnectEvent;
import com.sun.jdi.request.BreakpointRequest;
import com.sun.jdi.request.ClassPrepareRequest;
import com.sun.jdi.request.EventRequest;

/**
 * Walks through a running program the way a reader with a debugger does: a breakpoint on each method named,
 * and a note of the first time each is reached. The program itself is not changed. One thread drives a walk.
 */
public final class Walk implements AutoCloseable {

    /** A breakpoint that was reached. */
    public record Hit(String stop, String file, int line, String thread) {
    }

    private final VirtualMachine vm;
    private final Map<String, Hit> hits = new LinkedHashMap<>();
    private final Map<String, List<String>> stopsByClass = new LinkedHashMap<>();

    private Walk(VirtualMachine vm, List<String> stops) {
        this.vm = vm;
        for (String stop : stops) {
            stopsByClass.computeIfAbsent(stop.substring(0, stop.indexOf('#')), name -> new ArrayList<>()).add(stop);
        }
    }

    /** 启动一个程序，在每个“类#方法”上设断点；程序停在第一行之前，等 {@link #until}。 */
    public static Walk start(String mainClass, String options, List<String> stops)
            throws IOException {
        LaunchingConnector launcher = Bootstrap.virtualMachineManager().defaultConnector();
        Map<String, Connector.Argument> arguments = launcher.defaultArguments();
        arguments.get("main").setValue(mainClass);
        arguments.get("options").setValue(options);
        try {
            Walk walk = new Walk(launcher.launch(arguments), stops);
            walk.stopsByClass.keySet().forEach(walk::watchLoadingOf);
            walk.breakInWhatIsLoaded();
            return walk;
        }
        catch (VMStartException | IllegalConnectorArgumentsException ex) {
            throw new IOException("程序起不来：" + ex.getMessage(), ex);
        }
    }

    private void watchLoadingOf(String className) {
        // 类装载时才知道它的方法在第几行，所以先等它装载
        ClassPrepareRequest loaded = vm.eventRequestManager().createClassPrepareRequest();
        loaded.addClassFilter(className);
        loaded.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
        loaded.enable();
    }

    /** The JDK's own classes, such as System, are there before the program begins: no event says so. */
    private void breakInWhatIsLoaded() {
        stopsByClass.forEach((name, stops) -> vm.classesByName(name)
                .forEach(type -> stops.forEach(stop -> breakAt(type, stop))));
    }

    /** The process that is walked through; its output must be read, or it will block. */
    public Process process() {
        return vm.process();
    }

    // region until
    /** 让程序往下走，直到断点 last 第一次到达；记下路上每个断点第一次到达的顺序。 */
    public List<Hit> until(String last, long timeoutMillis) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
        while (!hits.containsKey(last) && System.nanoTime() < end) {
            EventSet events = vm.eventQueue().remove(100);
            if (events == null) {
                continue;
            }
            for (Event event : events) {
                if (event instanceof ClassPrepareEvent loaded) {
                    stopsByClass.get(loaded.referenceType().name()).forEach(
                            stop -> breakAt(loaded.referenceType(), stop));
                }
                else if (event instanceof BreakpointEvent reached) {
                    note(reached);
                }
                else if (event instanceof VMDeathEvent
                        || event instanceof VMDisconnectEvent) {
                    throw new IllegalStateException("程序在到达 " + last + " 之前就结束了");
                }
            }
            events.resume();
        }
        if (!hits.containsKey(last)) {
            throw new IllegalStateException(
                    timeoutMillis + " 毫秒内没有到达 " + last + "，到达过 " + hits.keySet());
        }
        return List.copyOf(hits.values());
    }
    // endregion until

    /** Takes all breakpoints away and lets the program run on its own. */
    public void letGo() {
        vm.eventRequestManager().deleteAllBreakpoints();
        vm.dispose();
    }

    private void breakAt(ReferenceType type, String stop) {
        String name = stop.substring(stop.indexOf('#') + 1);
        for (Method method : type.methodsByName(name)) {
            if (method.isAbstract() || method.isNative() || method.isBridge()) {
                continue;
            }
            BreakpointRequest request = vm.eventRequestManager().createBreakpointRequest(method.location());
            request.putProperty("stop", stop);
            request.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
            request.enable();
        }
    }

    private void note(BreakpointEvent reached) {
        String stop = (String) reached.request().getProperty("stop");
        Location at = reached.location();
        try {
            hits.putIfAbsent(stop, new Hit(stop, at.sourceName(), at.lineNumber(), reached.thread().name()));
        }
        catch (AbsentInformationException ex) {
            hits.putIfAbsent(stop, new Hit(stop, "?", at.lineNumber(), reached.thread().name()));
        }
        // 只要第一次，之后不再停
        reached.request().disable();
    }

    /** Ends the program. */
    @Override
    public void close() {
        Process process = vm.process();
        try {
            vm.dispose();
        }
        catch (VMDisconnectedException ex) {
            // It has ended already, which is what is wanted.
        }
        process.destroyForcibly();
    }
}
