package hello;

import io.undertow.server.HttpServerExchange;
import io.undertow.util.StatusCodes;

public final class ProductsIdDeleteHandler extends ProductHandler {
    @Override
    public void handleRequest(HttpServerExchange exchange) {
        if (store.remove(id(exchange))) {
            exchange.setStatusCode(StatusCodes.NO_CONTENT).endExchange();
        } else {
            sendNotFound(exchange);
        }
    }
}
