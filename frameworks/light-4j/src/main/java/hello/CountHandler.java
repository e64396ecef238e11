package hello;

import com.networknt.handler.LightHttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;

public final class CountHandler implements LightHttpHandler {
    private static final long PID = ProcessHandle.current().pid();

    @Override
    public void handleRequest(HttpServerExchange exchange) {
        exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, "text/plain");
        exchange.getResponseSender().send(PID + " " + HelloHandler.hellos.sum() + "\n");
    }
}
