package hello;

import io.helidon.http.BadRequestException;
import io.helidon.http.NotFoundException;
import io.helidon.http.Status;
import io.helidon.http.media.jackson.JacksonRuntimeException;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;

final class ProductService implements HttpService {
    private final ProductStore store = new ProductStore();

    @Override
    public void routing(HttpRules rules) {
        rules.get("/", this::list)
                .post("/", this::create)
                .get("/{id}", this::read)
                .put("/{id}", this::update)
                .delete("/{id}", this::delete);
    }

    private void list(ServerRequest request, ServerResponse response) {
        response.send(store.all());
    }

    private void create(ServerRequest request, ServerResponse response) {
        response.status(Status.CREATED_201).send(store.add(details(request)));
    }

    private void read(ServerRequest request, ServerResponse response) {
        response.send(store.find(id(request)).orElseThrow(ProductService::notFound));
    }

    private void update(ServerRequest request, ServerResponse response) {
        response.send(store.update(id(request), details(request)).orElseThrow(ProductService::notFound));
    }

    private void delete(ServerRequest request, ServerResponse response) {
        if (!store.remove(id(request))) {
            throw notFound();
        }
        response.status(Status.NO_CONTENT_204).send();
    }

    private static long id(ServerRequest request) {
        try {
            return Long.parseLong(request.path().pathParameters().get("id"));
        } catch (NumberFormatException e) {
            throw notFound();
        }
    }

    private static ProductDetails details(ServerRequest request) {
        var content = request.content();
        ProductDetails details;
        try {
            details = content.hasEntity() ? content.as(ProductDetails.class) : null;
        } catch (JacksonRuntimeException e) {
            throw new BadRequestException("Not a product", e);
        }
        if (details == null) {
            throw new BadRequestException("No product");
        }
        return details;
    }

    private static NotFoundException notFound() {
        return new NotFoundException("No such product");
    }
}
