package hello;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.undertow.server.HttpServerExchange;

public final class ProductsIdPutHandler extends ProductHandler {
    @Override
    public void handleRequest(HttpServerExchange exchange) throws JsonProcessingException {
        var details = receiveDetails(exchange);
        if (details.isPresent()) {
            sendFound(exchange, store.update(id(exchange), details.get()));
        }
    }
}
