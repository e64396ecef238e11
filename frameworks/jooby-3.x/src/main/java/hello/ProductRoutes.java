package hello;

import io.jooby.Context;
import io.jooby.Jooby;
import io.jooby.StatusCode;
import io.jooby.exception.NotFoundException;
import java.util.Collection;

final class ProductRoutes extends Jooby {
    private final ProductStore store = new ProductStore();

    {
        path("/products", () -> {
            get("/", this::list);
            post("/", this::create);
            get("/{id:\\d{1,9}}", this::read);
            put("/{id:\\d{1,9}}", this::update);
            delete("/{id:\\d{1,9}}", this::remove);
        });
    }

    private Collection<Product> list(Context context) {
        return store.all();
    }

    private Product create(Context context) {
        context.setResponseCode(StatusCode.CREATED);
        return store.add(context.body(ProductDetails.class));
    }

    private Product read(Context context) {
        return store.find(id(context)).orElseThrow(() -> notFound(context));
    }

    private Product update(Context context) {
        return store.update(id(context), context.body(ProductDetails.class)).orElseThrow(() -> notFound(context));
    }

    private Context remove(Context context) {
        if (!store.remove(id(context))) {
            throw notFound(context);
        }
        return context.send(StatusCode.NO_CONTENT);
    }

    private static long id(Context context) {
        return context.path("id").longValue();
    }

    private static NotFoundException notFound(Context context) {
        return new NotFoundException(context.getRequestPath());
    }
}
