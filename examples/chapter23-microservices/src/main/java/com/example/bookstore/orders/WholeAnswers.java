package com.example.bookstore.orders;

import java.io.IOException;

import org.springframework.boot.restclient.RestClientCustomizer;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;

/** 响应收到一半停住或断掉，也是没有答复。不这样做，它与读不懂的响应是同一种异常，不重试，熔断器也不算失败。 */
@Component
class WholeAnswers implements RestClientCustomizer {

    // region whole
    @Override
    public void customize(RestClient.Builder builder) {
        builder.bufferContent((uri, method) -> true)
                .requestInterceptor((request, body, execution) -> {
                    ClientHttpResponse response = execution.execute(request, body);
                    try {
                        response.getBody(); // 现在就收完，收不完是 ResourceAccessException
                        response.getHeaders().getContentType(); // 写错的在这里抛
                        return response;
                    }
                    catch (IOException ex) {
                        response.close();
                        throw ex;
                    }
                    catch (InvalidMediaTypeException ex) {
                        response.close();
                        throw new RestClientException("响应的 Content-Type 读不懂", ex);
                    }
                });
    }
    // endregion whole
}
