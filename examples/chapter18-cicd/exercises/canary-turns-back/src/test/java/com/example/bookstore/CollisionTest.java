package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.ClassWriter;
import org.springframework.asm.Label;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.asm.SpringAsmInfo;

/**
 * Two requests at once, without luck: the first is held before one of the steps of its {@code record} until the second
 * one is recorded, and so before each step in turn. The second one of a canary with a lock waits; then the first goes on.
 */
public class CollisionTest {

    private record Hold(Thread thread, AtomicInteger stepsLeft, CountDownLatch reached, CountDownLatch goOn) {
    }

    private static volatile Hold hold = new Hold(null, null, null, null);
    private static volatile int heldAtLine;

    /** Called before each step: a field or an array is read or written, a method is called, a lock is taken. */
    public static void step(int line) throws InterruptedException {
        Hold now = hold;
        if (Thread.currentThread() == now.thread() && now.stepsLeft().getAndDecrement() == 0) {
            heldAtLine = line;
            now.reached().countDown();
            now.goOn().await();
        }
    }

    /** Each result is a letter: S and C came from the stable and the new version, s and c failed there. */
    @ParameterizedTest(name = "{0}")
    @DisplayName("两个请求撞在一起：第一个停在哪一步，结果都一样")
    @CsvSource({"新版本失败的两次都要算, 2, Ssssssssss, c, c, '', true",
            "老版本失败的两次都要算, 20, '', s, s, cccccccccccccccccccc, false",
            "老版本成功的两次都要算, 20, s, S, S, CCCCCCCCCCCCcccccccc, true",
            "老版本的请求数与失败数要一起变, 20, sccccccccccccccccccc, s, c, '', false",
            "新版本的请求数与失败数要一起变, 10, CCCCCCCCCCCCCCCCCCC, c, S, '', false",
            "退回了不能被另一个请求改回去, 20, SSSSSSSSSSccccccccccccccccccc, S, c, '', true"})
    @Timeout(60)
    void collide(String what, int minimum, String before, String first, String second, String after, boolean back)
            throws Exception {
        boolean held = true;
        for (int step = 0; held; step++) {
            Object canary = CANARIES.loadClass(Canary.class.getName()).getConstructor(int.class, int.class)
                    .newInstance(50, minimum);
            record(canary, before);
            held = meet(step, () -> record(canary, first), () -> record(canary, second));
            record(canary, after);
            assertThat(canary.getClass().getMethod("turnedBack").invoke(canary))
                    .as("%s：第一个请求在第 %d 行停一下，第二个这时也来记；退回了吗", what, heldAtLine).isEqualTo(back);
        }
    }

    /** Whether the first one was held: it may have fewer steps. */
    private static boolean meet(int steps, Runnable first, Runnable second) throws InterruptedException {
        CountDownLatch reached = new CountDownLatch(1);
        Thread one = Thread.ofPlatform().unstarted(() -> {
            try {
                first.run();
            }
            finally {
                reached.countDown();
            }
        });
        Hold now = new Hold(one, new AtomicInteger(steps), reached, new CountDownLatch(1));
        hold = now;
        one.start();
        reached.await();
        Thread other = Thread.ofPlatform().start(second);
        // Who waits for a lock is RUNNABLE no more, who spins uses the processor.
        while (other.getState() == Thread.State.RUNNABLE
                && ManagementFactory.getThreadMXBean().getThreadCpuTime(other.threadId()) < 100_000_000) {
            Thread.sleep(1);
        }
        now.goOn().countDown();
        one.join();
        other.join();
        return now.stepsLeft().get() < 0;
    }

    private static void record(Object canary, String results) {
        try {
            Class<?> sides = canary.getClass().getClassLoader().loadClass(Canary.Side.class.getName());
            for (char result : results.toCharArray()) {
                Object side = sides.getEnumConstants()[Character.toUpperCase(result) == 'S' ? 0 : 1];
                canary.getClass().getMethod("record", sides, boolean.class)
                        .invoke(canary, side, Character.isLowerCase(result));
            }
        }
        catch (ReflectiveOperationException ex) {
            throw new IllegalStateException("record 出错：" + ex.getCause(), ex);
        }
    }

    /** Loads the canary, and what else belongs to it, with a call of {@link #step(int)} before each step. */
    private static final ClassLoader CANARIES = new ClassLoader(ClassLoader.getPlatformClassLoader()) {

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            ClassLoader original = CollisionTest.class.getClassLoader();
            if (!name.startsWith("com.example.") || name.equals(CollisionTest.class.getName())) {
                return original.loadClass(name);
            }
            try (InputStream file = original.getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] code = withSteps(file.readAllBytes());
                return defineClass(name, code, 0, code.length);
            }
            catch (IOException ex) {
                throw new ClassNotFoundException(name, ex);
            }
        }
    };

    private static byte[] withSteps(byte[] code) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        new ClassReader(code).accept(new ClassVisitor(SpringAsmInfo.ASM_VERSION, writer) {

            @Override
            public MethodVisitor visitMethod(int access, String name, String type, String signature, String[] thrown) {
                MethodVisitor method = super.visitMethod(access, name, type, signature, thrown);
                return name.startsWith("<") ? method : new Steps(method);
            }
        }, 0);
        return writer.toByteArray();
    }

    private static final class Steps extends MethodVisitor {

        private int line;

        private Steps(MethodVisitor method) {
            super(SpringAsmInfo.ASM_VERSION, method);
        }

        private void step() {
            super.visitIntInsn(Opcodes.SIPUSH, line);
            super.visitMethodInsn(Opcodes.INVOKESTATIC, CollisionTest.class.getName().replace('.', '/'), "step", "(I)V", false);
        }

        @Override
        public void visitLineNumber(int number, Label start) {
            line = number;
            super.visitLineNumber(number, start);
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD || opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE
                    || opcode == Opcodes.MONITORENTER) {
                step();
            }
            super.visitInsn(opcode);
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String type) {
            step();
            super.visitFieldInsn(opcode, owner, name, type);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String type, boolean isInterface) {
            step();
            super.visitMethodInsn(opcode, owner, name, type, isInterface);
        }
    }
}
