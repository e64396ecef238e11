package hello;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.StatusCodes;

public final class ProductsPostHandler extends ProductHandler {
    @Override
    public void handleRequest(HttpServerExchange exchange) throws JsonProcessingException {
        var details = receiveDetails(exchange);
        if (details.isPresent()) {
            exchange.setStatusCode(StatusCodes.CREATED);
            sendJson(exchange, store.add(details.get()));
        }
    }
}
