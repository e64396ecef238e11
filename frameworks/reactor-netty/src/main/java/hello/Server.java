package hello;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import java.util.concurrent.atomic.LongAdder;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

public final class Server {
    private static final long PID = ProcessHandle.current().pid();
    private static final LongAdder hellos = new LongAdder();

    public static void main(String[] args) {
        HttpServer.create()
                .host(System.getenv("HOST"))
                .port(Integer.parseInt(System.getenv("PORT")))
                .route(routes -> routes
                        .get("/", Server::hello)
                        .get("/count", Server::count))
                .bindNow()
                .onDispose()
                .block();
    }

    private static Publisher<Void> hello(HttpServerRequest request, HttpServerResponse response) {
        hellos.increment();
        return sendText(response, "Hello, World!");
    }

    private static Publisher<Void> count(HttpServerRequest request, HttpServerResponse response) {
        return sendText(response, PID + " " + hellos.sum() + "\n");
    }

    private static Publisher<Void> sendText(HttpServerResponse response, String text) {
        return response
                .header(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.TEXT_PLAIN)
                .sendString(Mono.just(text));
    }
}
