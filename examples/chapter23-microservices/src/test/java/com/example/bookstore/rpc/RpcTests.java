package com.example.bookstore.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.bookstore.Http;
import com.example.bookstore.rpc.api.BankGrpc;
import com.example.bookstore.rpc.api.ChargeReply;
import com.example.bookstore.rpc.api.ChargeRequest;
import com.example.bookstore.rpc.api.PaymentsGrpc;
import io.grpc.Context;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.grpc.server.exception.GrpcExceptionHandler;
import org.springframework.grpc.server.lifecycle.GrpcServerLifecycle;
import org.springframework.grpc.server.service.GrpcService;

/** Customer, payment, bank: two gRPC servers. */
@ResourceLock(Http.LOG)
class RpcTests {

    private static ConfigurableApplicationContext bankApplication;
    private static ConfigurableApplicationContext paymentApplication;
    private static ManagedChannel channel;
    private static BankApplication.Bank bank;

    private static int port(ConfigurableApplicationContext context) {
        return context.getBean(GrpcServerLifecycle.class).getPort();
    }

    @BeforeAll
    static void start() {
        bankApplication = BankApplication.builder().run("--spring.grpc.server.port=0");
        bank = bankApplication.getBean(BankApplication.Bank.class);
        paymentApplication = RpcPaymentApplication.builder().run("--spring.grpc.server.port=0",
                "--spring.grpc.client.channel.bank.target=static://127.0.0.1:" + port(bankApplication));
        channel = ManagedChannelBuilder.forAddress("127.0.0.1", port(paymentApplication)).usePlaintext().build();
    }

    @AfterAll
    static void stop() throws InterruptedException {
        if (channel != null) {
            channel.shutdownNow().awaitTermination(10, TimeUnit.SECONDS);
        }
        for (ConfigurableApplicationContext each : new ConfigurableApplicationContext[] {paymentApplication,
            bankApplication}) {
            if (each != null) {
                each.close();
            }
        }
    }

    private static ChargeRequest request(int cents) {
        return ChargeRequest.newBuilder().setOrderId("1").setCents(cents).build();
    }

    private static PaymentsGrpc.PaymentsBlockingStub payments() {
        return PaymentsGrpc.newBlockingStub(channel);
    }

    @Test
    void charges() {
        assertThat(payments().charge(request(100)).getReceipt()).isEqualTo("R-1");
    }

    @Test
    void badAmountIsAnswered() {
        Throwable failure = catchThrowable(() -> payments().charge(request(0)));
        assertThat(Status.fromThrowable(failure).getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
        Recording.check("grpc-invalid.txt", failure.toString());
    }

    /** Bad amounts are thrown, not answered. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Throwing.Service.class)
    static class Throwing {

        @GrpcService
        static class Service extends PaymentsGrpc.PaymentsImplBase {

            @Override
            public void charge(ChargeRequest request, StreamObserver<ChargeReply> reply) {
                throw new IllegalArgumentException("金额要大于零");
            }
        }
    }

    /** The same, and somebody who knows the status of such an exception. */
    @Configuration(proxyBeanMethods = false)
    @Import(Throwing.class)
    static class Translated {

        @Bean
        GrpcExceptionHandler badArguments() {
            return ex -> ex instanceof IllegalArgumentException
                    ? Status.INVALID_ARGUMENT.withDescription(ex.getMessage()).asException() : null;
        }
    }

    private static String failureOf(Class<?> application) throws InterruptedException {
        try (ConfigurableApplicationContext server = new SpringApplicationBuilder(application)
                .web(WebApplicationType.NONE).properties("spring.config.name=rpc")
                .run("--spring.grpc.server.port=0")) {
            ManagedChannel own = ManagedChannelBuilder.forAddress("127.0.0.1", port(server)).usePlaintext().build();
            try {
                return catchThrowable(() -> PaymentsGrpc.newBlockingStub(own).charge(request(0))).toString();
            }
            finally {
                own.shutdownNow().awaitTermination(10, TimeUnit.SECONDS);
            }
        }
    }

    @Test
    void thrownWithoutStatusIsUnknownUnlessTranslated() throws InterruptedException {
        assertThat(failureOf(Throwing.class)).isEqualTo("io.grpc.StatusRuntimeException: UNKNOWN");
        assertThat(failureOf(Translated.class))
                .isEqualTo("io.grpc.StatusRuntimeException: INVALID_ARGUMENT: 金额要大于零");
    }

    @Test
    void deadlineReachesTheBank() {
        payments().charge(request(100));
        long without = bank.timeLeft.getLast();
        payments().withDeadlineAfter(30, TimeUnit.SECONDS).charge(request(100));
        long with = bank.timeLeft.getLast();
        assertThat(without).isEqualTo(-1);
        assertThat(with).isBetween(1L, 29_999L);
        Recording.checkVerbatim("deadline.txt", new Table("顾客给支付的期限", "银行看到还剩")
                .row("没有", "没有").row("30 秒", "不到 30 秒").toString());
    }

    @Test
    void deadlineIsAMomentNotADuration() {
        PaymentsGrpc.PaymentsBlockingStub stub = payments().withDeadlineAfter(30, TimeUnit.SECONDS);
        stub.charge(request(100));
        long first = bank.timeLeft.getLast();
        await().until(() -> stub.getCallOptions().getDeadline().timeRemaining(TimeUnit.MILLISECONDS) < first - 300);
        stub.charge(request(100));
        assertThat(bank.timeLeft.getLast()).as("第二次没有重新算").isLessThan(first - 300);
    }

    @Test
    void theEarlierOfTwoDeadlinesCounts() throws Exception {
        ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
        Context.CancellableContext customer = Context.current().withDeadlineAfter(30, TimeUnit.SECONDS, clock);
        BankGrpc.BankBlockingStub stub = paymentApplication.getBean(BankGrpc.BankBlockingStub.class);
        try {
            customer.call(() -> stub.withDeadlineAfter(60, TimeUnit.SECONDS).transfer(request(1)));
            assertThat(bank.timeLeft.getLast()).as("上一层给的 30 秒早").isBetween(1L, 29_999L);
            customer.call(() -> stub.withDeadlineAfter(10, TimeUnit.SECONDS).transfer(request(1)));
            assertThat(bank.timeLeft.getLast()).as("自己写的 10 秒早").isBetween(1L, 9_999L);
        }
        finally {
            customer.cancel(null);
            clock.shutdownNow();
        }
    }

    @Test
    void deadlineIsLostOnAnotherThread() throws Exception {
        ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
        Context.CancellableContext customer = Context.current().withDeadlineAfter(30, TimeUnit.SECONDS, clock);
        BankGrpc.BankBlockingStub stub = paymentApplication.getBean(BankGrpc.BankBlockingStub.class);
        try {
            customer.call(() -> CompletableFuture.supplyAsync(() -> stub.transfer(request(1))).join());
            long lost = bank.timeLeft.getLast();
            customer.call(() -> {
                CompletableFuture<Object> done = new CompletableFuture<>();
                Runnable transfer = () -> done.complete(stub.transfer(request(1)));
                Thread.ofVirtual().start(Context.current().wrap(transfer));
                return done.join();
            });
            long kept = bank.timeLeft.getLast();
            assertThat(lost).isEqualTo(-1);
            assertThat(kept).isPositive();
        }
        finally {
            customer.cancel(null);
            clock.shutdownNow();
        }
    }

    /** The method itself, without a network: whether anybody waits is in the context of the call. */
    @Test
    void whoHasGoneIsNotCharged() {
        List<String> receipts = new ArrayList<>();
        StreamObserver<ChargeReply> reply = new StreamObserver<>() {

            @Override
            public void onNext(ChargeReply value) {
                receipts.add(value.getReceipt());
            }

            @Override
            public void onError(Throwable failure) {
                receipts.add(failure.toString());
            }

            @Override
            public void onCompleted() {
                receipts.add("做完了");
            }
        };
        Context.CancellableContext customer = Context.current().withCancellation();
        Runnable transfer = () -> new BankApplication.Bank().transfer(request(100), reply);
        customer.run(transfer);
        assertThat(receipts).containsExactly("R-1", "做完了");
        receipts.clear();
        customer.cancel(null);
        customer.run(transfer);
        assertThat(receipts).isEmpty();
    }

    @Test
    void expiredDeadline() {
        payments().charge(request(100)); // as in a running application, the name of the server is resolved already
        Throwable failure = catchThrowable(
                () -> payments().withDeadlineAfter(-1, TimeUnit.MILLISECONDS).charge(request(100)));
        assertThat(((StatusRuntimeException) failure).getStatus().getCode())
                .isEqualTo(Status.Code.DEADLINE_EXCEEDED);
        Recording.checkVerbatim("deadline-exceeded.txt", failure.toString()
                .replaceAll("[0-9.]+ seconds", "0.001 seconds") + "\n");
    }
}
