package hello;

import com.networknt.handler.LightHttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import io.undertow.util.SameThreadExecutor;
import java.util.concurrent.TimeUnit;

public final class WaitHandler implements LightHttpHandler {
    private static final int LONGEST_WAIT_MS = 10_000;
    private static final String PARAMETER_MISSING = "ERR11000";
    private static final String PARAMETER_INVALID = "ERR11010";

    @Override
    public void handleRequest(HttpServerExchange exchange) {
        var values = exchange.getQueryParameters().get("ms");
        if (values == null) {
            setExchangeStatus(exchange, PARAMETER_MISSING, "ms", exchange.getRequestPath());
            return;
        }
        var ms = parse(values.getFirst());
        if (ms < 0 || ms > LONGEST_WAIT_MS) {
            setExchangeStatus(exchange, PARAMETER_INVALID, values.getFirst(), "ms", "integer", "0 to " + LONGEST_WAIT_MS);
            return;
        }
        exchange.dispatch(SameThreadExecutor.INSTANCE, () ->
                exchange.getIoThread().executeAfter(() -> send(exchange, ms), ms, TimeUnit.MILLISECONDS));
    }

    private static int parse(String ms) {
        try {
            return Integer.parseInt(ms);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    private static void send(HttpServerExchange exchange, int ms) {
        exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, "text/plain");
        exchange.getResponseSender().send("waited " + ms);
    }
}
