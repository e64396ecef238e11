package hello;

import io.netty.handler.codec.http.HttpHeaderNames;
import java.util.concurrent.atomic.LongAdder;
import org.reactivestreams.Publisher;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

@Configuration
class HelloServer {
    private final long pid = ProcessHandle.current().pid();
    private final LongAdder hellos = new LongAdder();

    @Bean(destroyMethod = "disposeNow")
    DisposableServer server(@Value("${server.address}") String host,
                            @Value("${server.port}") int port) {
        return HttpServer.create()
                .host(host)
                .port(port)
                .route(routes -> routes
                        .get("/", this::hello)
                        .get("/count", this::count))
                .bindNow();
    }

    private Publisher<Void> hello(HttpServerRequest request, HttpServerResponse response) {
        hellos.increment();
        return sendText(response, "Hello, World!");
    }

    private Publisher<Void> count(HttpServerRequest request, HttpServerResponse response) {
        return sendText(response, pid + " " + hellos.sum() + "\n");
    }

    private static Publisher<Void> sendText(HttpServerResponse response, String text) {
        return response
                .header(HttpHeaderNames.CONTENT_TYPE, "text/plain")
                .sendString(Mono.just(text));
    }
}
