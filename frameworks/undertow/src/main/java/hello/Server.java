package hello;

import io.undertow.Handlers;
import io.undertow.Undertow;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import java.util.concurrent.atomic.LongAdder;

public final class Server {
    private static final long PID = ProcessHandle.current().pid();
    private static final LongAdder hellos = new LongAdder();

    public static void main(String[] args) {
        var port = Integer.parseInt(System.getenv("PORT"));
        var routes = Handlers.routing()
                .get("/", Server::hello)
                .get("/count", Server::count);
        Undertow.builder()
                .addHttpListener(port, System.getenv("HOST"))
                .setHandler(routes)
                .build()
                .start();
    }

    private static void hello(HttpServerExchange exchange) {
        hellos.increment();
        sendText(exchange, "Hello, World!");
    }

    private static void count(HttpServerExchange exchange) {
        sendText(exchange, PID + " " + hellos.sum() + "\n");
    }

    private static void sendText(HttpServerExchange exchange, String text) {
        exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, "text/plain");
        exchange.getResponseSender().send(text);
    }
}
