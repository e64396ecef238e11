package hello;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.undertow.server.HttpServerExchange;

public final class ProductsGetHandler extends ProductHandler {
    @Override
    public void handleRequest(HttpServerExchange exchange) throws JsonProcessingException {
        sendJson(exchange, store.all());
    }
}
