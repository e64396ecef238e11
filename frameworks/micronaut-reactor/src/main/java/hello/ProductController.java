package hello;

import io.micronaut.http.HttpResponse;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.annotation.Body;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Delete;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.Post;
import io.micronaut.http.annotation.Put;
import io.micronaut.http.annotation.Status;
import java.util.Collection;
import reactor.core.publisher.Mono;

@Controller("/products")
final class ProductController {
    private final ProductStore store;

    ProductController(ProductStore store) {
        this.store = store;
    }

    @Get
    Mono<Collection<Product>> list() {
        return Mono.just(store.all());
    }

    @Post
    @Status(HttpStatus.CREATED)
    Mono<Product> create(@Body ProductDetails details) {
        return Mono.just(store.add(details));
    }

    // An empty Mono is a 404.
    @Get("/{id:[0-9]+}")
    Mono<Product> read(long id) {
        return Mono.justOrEmpty(store.find(id));
    }

    @Put("/{id:[0-9]+}")
    Mono<Product> update(long id, @Body ProductDetails details) {
        return Mono.justOrEmpty(store.update(id, details));
    }

    @Delete("/{id:[0-9]+}")
    Mono<HttpResponse<?>> delete(long id) {
        return Mono.just(store.remove(id) ? HttpResponse.noContent() : HttpResponse.notFound());
    }
}
