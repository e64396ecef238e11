package hello;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.networknt.config.Config;
import com.networknt.handler.LightHttpHandler;
import com.networknt.httpstring.AttachmentConstants;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import java.nio.ByteBuffer;
import java.util.Optional;

/** What the handlers of products share. */
abstract class ProductHandler implements LightHttpHandler {
    static final ProductStore store = new ProductStore();
    private static final String BODY_MISSING = "ERR10059";
    private static final String BODY_INVALID = "ERR11004";
    private static final String PRODUCT_NOT_FOUND = "ERR20001";
    private static final ObjectMapper json = strictJson();

    // Every field is required, and nothing but its own type will do.
    private static ObjectMapper strictJson() {
        // This one the body handler parses with.
        var common = Config.getInstance().getMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
        var strict = common.copy()
                .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES);
        for (var shape : CoercionInputShape.values()) {
            strict.coercionConfigDefaults().setCoercion(shape, CoercionAction.Fail);
        }
        return strict;
    }

    /** The id in the path, or 0, which no product has. */
    static long id(HttpServerExchange exchange) {
        try {
            return Long.parseLong(idText(exchange));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /** What the body says; where it says nothing of use, the client is told so. */
    Optional<ProductDetails> receiveDetails(HttpServerExchange exchange) {
        var body = exchange.getAttachment(AttachmentConstants.REQUEST_BODY);
        if (body == null) {
            setExchangeStatus(exchange, BODY_MISSING);
            return Optional.empty();
        }
        try {
            return Optional.of(json.convertValue(body, ProductDetails.class));
        } catch (IllegalArgumentException e) {
            setExchangeStatus(exchange, BODY_INVALID, "a product has a name and price_cents");
            return Optional.empty();
        }
    }

    void sendFound(HttpServerExchange exchange, Optional<Product> product) throws JsonProcessingException {
        if (product.isPresent()) {
            sendJson(exchange, product.get());
        } else {
            sendNotFound(exchange);
        }
    }

    void sendNotFound(HttpServerExchange exchange) {
        setExchangeStatus(exchange, PRODUCT_NOT_FOUND, idText(exchange));
    }

    static void sendJson(HttpServerExchange exchange, Object value) throws JsonProcessingException {
        exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, "application/json");
        exchange.getResponseSender().send(ByteBuffer.wrap(json.writeValueAsBytes(value)));
    }

    private static String idText(HttpServerExchange exchange) {
        return exchange.getPathParameters().get("id").getFirst();
    }
}
