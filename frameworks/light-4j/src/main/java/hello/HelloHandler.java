package hello;

import com.networknt.handler.LightHttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import java.util.concurrent.atomic.LongAdder;

public final class HelloHandler implements LightHttpHandler {
    static final LongAdder hellos = new LongAdder();

    @Override
    public void handleRequest(HttpServerExchange exchange) {
        hellos.increment();
        exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, "text/plain");
        exchange.getResponseSender().send("Hello, World!");
    }
}
