package hello;

import io.undertow.Handlers;
import io.undertow.Undertow;
import io.undertow.UndertowOptions;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import io.undertow.util.SameThreadExecutor;
import io.undertow.util.StatusCodes;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

public final class Server {
    private static final int LONGEST_WAIT_MS = 10_000;
    private static final long PID = ProcessHandle.current().pid();
    private static final LongAdder hellos = new LongAdder();

    public static void main(String[] args) {
        var port = Integer.parseInt(System.getenv("PORT"));
        var routes = Handlers.routing()
                .get("/", Server::hello)
                .get("/count", Server::count)
                .post("/echo", Server::echo)
                .get("/wait", Server::waitAsked)
                .addAll(new ProductHandlers().routes());
        Undertow.builder()
                .addHttpListener(port, System.getenv("HOST"))
                // HTTP/1.1 keeps connections anyway.
                .setServerOption(UndertowOptions.ALWAYS_SET_KEEP_ALIVE, false)
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

    private static void echo(HttpServerExchange exchange) {
        exchange.getRequestReceiver().receiveFullBytes((received, body) -> {
            exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, "application/octet-stream");
            exchange.getResponseSender().send(ByteBuffer.wrap(body));
        });
    }

    private static void waitAsked(HttpServerExchange exchange) {
        var values = exchange.getQueryParameters().get("ms");
        var ms = values == null ? -1 : parse(values.getFirst());
        if (ms < 0 || ms > LONGEST_WAIT_MS) {
            exchange.setStatusCode(StatusCodes.BAD_REQUEST);
            return;
        }
        exchange.dispatch(SameThreadExecutor.INSTANCE, () -> exchange.getIoThread()
                .executeAfter(() -> sendText(exchange, "waited " + ms), ms, TimeUnit.MILLISECONDS));
    }

    private static int parse(String ms) {
        try {
            return Integer.parseInt(ms);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    private static void sendText(HttpServerExchange exchange, String text) {
        exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, "text/plain");
        exchange.getResponseSender().send(text);
    }
}
