package hello;

import static io.javalin.apibuilder.ApiBuilder.delete;
import static io.javalin.apibuilder.ApiBuilder.get;
import static io.javalin.apibuilder.ApiBuilder.path;
import static io.javalin.apibuilder.ApiBuilder.post;
import static io.javalin.apibuilder.ApiBuilder.put;

import io.javalin.apibuilder.EndpointGroup;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.javalin.http.NotFoundResponse;

final class ProductController implements EndpointGroup {
    private final ProductStore store = new ProductStore();

    @Override
    public void addEndpoints() {
        path("/products", () -> {
            get(this::list);
            post(this::create);
            path("/{id}", () -> {
                get(this::read);
                put(this::update);
                delete(this::remove);
            });
        });
    }

    private void list(Context ctx) {
        ctx.json(store.all());
    }

    private void create(Context ctx) {
        ctx.status(HttpStatus.CREATED).json(store.add(details(ctx)));
    }

    private void read(Context ctx) {
        ctx.json(store.find(id(ctx)).orElseThrow(NotFoundResponse::new));
    }

    private void update(Context ctx) {
        ctx.json(store.update(id(ctx), details(ctx)).orElseThrow(NotFoundResponse::new));
    }

    private void remove(Context ctx) {
        if (!store.remove(id(ctx))) {
            throw new NotFoundResponse();
        }
        ctx.status(HttpStatus.NO_CONTENT);
    }

    private static long id(Context ctx) {
        return ctx.pathParamAsClass("id", Long.class).getOrThrow(errors -> new NotFoundResponse());
    }

    private static ProductDetails details(Context ctx) {
        return ctx.bodyValidator(ProductDetails.class).get();
    }
}
