package com.example.bookstore.rpc;


import com.example.bookstore.rpc.api.BankGrpc;
import com.example.bookstore.rpc.api.ChargeReply;
import com.example.bookstore.rpc.api.ChargeRequest;
import com.example.bookstore.rpc.api.PaymentsGrpc;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.grpc.client.ImportGrpcClients;
import org.springframework.grpc.server.service.GrpcService;

/** 用 gRPC 的支付服务，它再问银行。 */
// region application
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@ImportGrpcClients(target = "bank", types = BankGrpc.BankBlockingStub.class)
@Import(RpcPaymentApplication.PaymentService.class)
public class RpcPaymentApplication {
    // endregion application

    /** 设置在 {@code rpc.yml}。 */
    public static SpringApplicationBuilder builder() {
        return new SpringApplicationBuilder(RpcPaymentApplication.class).web(WebApplicationType.NONE)
                .properties("spring.config.name=rpc", "spring.application.name=payment");
    }

    /** 收款，转给银行。 */
    @GrpcService
    static class PaymentService extends PaymentsGrpc.PaymentsImplBase {

        private final BankGrpc.BankBlockingStub bank;

        PaymentService(BankGrpc.BankBlockingStub bank) {
            this.bank = bank;
        }

        // region charge
        @Override
        public void charge(ChargeRequest request, StreamObserver<ChargeReply> reply) {
            if (request.getCents() <= 0) {
                reply.onError(Status.INVALID_ARGUMENT.withDescription("金额要大于零")
                        .asRuntimeException());
                return;
            }
            try {
                ChargeReply receipt = bank.transfer(request); // 没有写期限：沿用顾客还剩下的
                reply.onNext(receipt);
                reply.onCompleted();
            }
            catch (StatusRuntimeException ex) {
                reply.onError(ex);
            }
        }
        // endregion charge
    }
}
