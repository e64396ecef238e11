package hello;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.jackson.DatabindCodec;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import io.vertx.ext.web.handler.ErrorHandler;

final class ProductHandlers {
    // Every field is required, and nothing but its own type will do.
    static {
        var json = DatabindCodec.mapper();
        json.enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES);
        json.enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES);
        for (var shape : CoercionInputShape.values()) {
            json.coercionConfigDefaults().setCoercion(shape, CoercionAction.Fail);
        }
    }

    private final ProductStore store = new ProductStore();

    void addTo(Router router, ErrorHandler errors) {
        var body = BodyHandler.create(false);
        router.route("/products*").failureHandler(errors);
        router.route("/products/:id").handler(ProductHandlers::parseId);
        router.get("/products").handler(this::list);
        router.post("/products").handler(body).handler(ProductHandlers::parseDetails).handler(this::create);
        router.get("/products/:id").handler(this::read);
        router.put("/products/:id").handler(body).handler(ProductHandlers::parseDetails).handler(this::update);
        router.delete("/products/:id").handler(this::delete);
    }

    private static void parseId(RoutingContext context) {
        try {
            context.put("id", Long.valueOf(context.pathParam("id"))).next();
        } catch (NumberFormatException e) {
            context.fail(404);
        }
    }

    private static void parseDetails(RoutingContext context) {
        ProductDetails details = null;
        try {
            details = context.body().asPojo(ProductDetails.class);
        } catch (DecodeException e) {
            // As bad as none at all.
        }
        if (details == null) {
            context.fail(400);
        } else {
            context.put("details", details).next();
        }
    }

    private void list(RoutingContext context) {
        context.json(store.all());
    }

    private void create(RoutingContext context) {
        context.response().setStatusCode(201);
        context.json(store.add(context.get("details")));
    }

    private void read(RoutingContext context) {
        store.find(context.get("id")).ifPresentOrElse(context::json, () -> context.fail(404));
    }

    private void update(RoutingContext context) {
        store.update(context.get("id"), context.get("details"))
                .ifPresentOrElse(context::json, () -> context.fail(404));
    }

    private void delete(RoutingContext context) {
        if (store.remove(context.get("id"))) {
            context.response().setStatusCode(204).end();
        } else {
            context.fail(404);
        }
    }
}
