package hello;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.undertow.server.HttpServerExchange;

public final class ProductsIdGetHandler extends ProductHandler {
    @Override
    public void handleRequest(HttpServerExchange exchange) throws JsonProcessingException {
        sendFound(exchange, store.find(id(exchange)));
    }
}
