package hello;

import esa.restlight.core.annotation.Scheduled;
import esa.restlight.server.bootstrap.WebServerException;
import esa.restlight.server.schedule.Schedulers;
import esa.restlight.spring.shaded.org.springframework.http.HttpStatus;
import esa.restlight.spring.shaded.org.springframework.web.bind.annotation.DeleteMapping;
import esa.restlight.spring.shaded.org.springframework.web.bind.annotation.GetMapping;
import esa.restlight.spring.shaded.org.springframework.web.bind.annotation.PathVariable;
import esa.restlight.spring.shaded.org.springframework.web.bind.annotation.PostMapping;
import esa.restlight.spring.shaded.org.springframework.web.bind.annotation.PutMapping;
import esa.restlight.spring.shaded.org.springframework.web.bind.annotation.RequestBody;
import esa.restlight.spring.shaded.org.springframework.web.bind.annotation.RequestMapping;
import esa.restlight.spring.shaded.org.springframework.web.bind.annotation.ResponseStatus;
import esa.restlight.spring.shaded.org.springframework.web.bind.annotation.RestController;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.Collection;

@RestController
@RequestMapping("/products")
@Scheduled(Schedulers.IO)
public class ProductController {
    private final ProductStore store;

    ProductController(ProductStore store) {
        this.store = store;
    }

    @GetMapping
    public Collection<Product> list() {
        return store.all();
    }

    @PostMapping
    @ResponseStatus(code = HttpStatus.CREATED)
    public Product create(@RequestBody ProductDetails details) {
        return store.add(details);
    }

    @GetMapping("/{id:\\d{1,9}}")
    public Product read(@PathVariable("id") long id) {
        return store.find(id).orElseThrow(ProductController::notFound);
    }

    @PutMapping("/{id:\\d{1,9}}")
    public Product update(@PathVariable("id") long id, @RequestBody ProductDetails details) {
        return store.update(id, details).orElseThrow(ProductController::notFound);
    }

    @DeleteMapping("/{id:\\d{1,9}}")
    @ResponseStatus(code = HttpStatus.NO_CONTENT)
    public void delete(@PathVariable("id") long id) {
        if (!store.remove(id)) {
            throw notFound();
        }
    }

    private static WebServerException notFound() {
        return new WebServerException(HttpResponseStatus.NOT_FOUND);
    }
}
