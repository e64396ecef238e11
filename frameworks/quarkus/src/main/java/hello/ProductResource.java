package hello;

import io.smallrye.common.annotation.NonBlocking;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import java.util.Collection;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.RestResponse.StatusCode;

@Path("/products")
@NonBlocking
public final class ProductResource {
    private final ProductStore store;

    ProductResource(ProductStore store) {
        this.store = store;
    }

    @GET
    public Collection<Product> list() {
        return store.all();
    }

    @POST
    @ResponseStatus(StatusCode.CREATED)
    public Product create(@NotNull @Valid ProductDetails details) {
        return store.add(details);
    }

    @GET
    @Path("{id}")
    public Product read(long id) {
        return store.find(id).orElseThrow(NotFoundException::new);
    }

    @PUT
    @Path("{id}")
    public Product update(long id, @NotNull @Valid ProductDetails details) {
        return store.update(id, details).orElseThrow(NotFoundException::new);
    }

    @DELETE
    @Path("{id}")
    public void delete(long id) {
        if (!store.remove(id)) {
            throw new NotFoundException();
        }
    }
}
