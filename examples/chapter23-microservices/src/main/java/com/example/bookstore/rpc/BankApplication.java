package com.example.bookstore.rpc;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

import com.example.bookstore.rpc.api.BankGrpc;
import com.example.bookstore.rpc.api.ChargeReply;
import com.example.bookstore.rpc.api.ChargeRequest;
import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.stub.StreamObserver;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.grpc.server.service.GrpcService;

/** 银行，支付服务的下游，用 gRPC。 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(BankApplication.Bank.class)
public class BankApplication {

    /** 设置在 {@code rpc.yml}。 */
    public static SpringApplicationBuilder builder() {
        return new SpringApplicationBuilder(BankApplication.class).web(WebApplicationType.NONE)
                .properties("spring.config.name=rpc", "spring.application.name=bank");
    }

    /** 记下每次调用剩下多少时间；顾客不等了，就不做了。 */
    @GrpcService
    static class Bank extends BankGrpc.BankImplBase {

        /** 每次调用：剩下的毫秒数，没有期限是 -1。 */
        final List<Long> timeLeft = new CopyOnWriteArrayList<>();

        // region bank
        @Override
        public void transfer(ChargeRequest request, StreamObserver<ChargeReply> reply) {
            // 调用方定的期限，随请求一起到
            Deadline deadline = Context.current().getDeadline();
            timeLeft.add(deadline == null ? -1 : deadline.timeRemaining(TimeUnit.MILLISECONDS));
            if (Context.current().isCancelled()) {
                return; // 已经没有人在等，不要扣这笔钱
            }
            reply.onNext(ChargeReply.newBuilder()
                    .setReceipt("R-" + request.getOrderId()).build());
            reply.onCompleted();
        }
        // endregion bank
    }
}
