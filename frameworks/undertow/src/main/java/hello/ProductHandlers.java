package hello;

import io.undertow.Handlers;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.RoutingHandler;
import io.undertow.util.Headers;
import io.undertow.util.PathTemplateMatch;
import io.undertow.util.StatusCodes;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.json.JsonMapper;

final class ProductHandlers {
    // Every field is required, and nothing but its own type will do.
    private static final JsonMapper json = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .withCoercionConfigDefaults(coercions -> {
                for (var shape : CoercionInputShape.values()) {
                    coercions.setCoercion(shape, CoercionAction.Fail);
                }
            })
            .build();

    private final ProductStore store = new ProductStore();

    RoutingHandler routes() {
        return Handlers.routing()
                .get("/products", this::list)
                .post("/products", this::create)
                .get("/products/{id}", this::read)
                .put("/products/{id}", this::update)
                .delete("/products/{id}", this::delete);
    }

    private void list(HttpServerExchange exchange) {
        sendJson(exchange, store.all());
    }

    private void create(HttpServerExchange exchange) {
        receiveDetails(exchange, details -> {
            exchange.setStatusCode(StatusCodes.CREATED);
            sendJson(exchange, store.add(details));
        });
    }

    private void read(HttpServerExchange exchange) {
        withId(exchange, id -> store.find(id).ifPresentOrElse(
                product -> sendJson(exchange, product),
                () -> end(exchange, StatusCodes.NOT_FOUND)));
    }

    private void update(HttpServerExchange exchange) {
        withId(exchange, id -> receiveDetails(exchange, details -> store.update(id, details).ifPresentOrElse(
                product -> sendJson(exchange, product),
                () -> end(exchange, StatusCodes.NOT_FOUND))));
    }

    private void delete(HttpServerExchange exchange) {
        withId(exchange, id ->
                end(exchange, store.remove(id) ? StatusCodes.NO_CONTENT : StatusCodes.NOT_FOUND));
    }

    private static void withId(HttpServerExchange exchange, LongConsumer handler) {
        long id;
        try {
            id = Long.parseLong(exchange.getAttachment(PathTemplateMatch.ATTACHMENT_KEY).getParameters().get("id"));
        } catch (NumberFormatException e) {
            end(exchange, StatusCodes.NOT_FOUND);
            return;
        }
        handler.accept(id);
    }

    private static void receiveDetails(HttpServerExchange exchange, Consumer<ProductDetails> handler) {
        exchange.getRequestReceiver().receiveFullBytes((received, body) ->
                parse(body).ifPresentOrElse(handler, () -> end(exchange, StatusCodes.BAD_REQUEST)));
    }

    private static Optional<ProductDetails> parse(byte[] body) {
        try {
            return Optional.ofNullable(json.readValue(body, ProductDetails.class));
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    private static void sendJson(HttpServerExchange exchange, Object value) {
        exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, "application/json");
        exchange.getResponseSender().send(ByteBuffer.wrap(json.writeValueAsBytes(value)));
    }

    private static void end(HttpServerExchange exchange, int status) {
        exchange.setStatusCode(status).endExchange();
    }
}
