package hello;

import jakarta.validation.Valid;
import java.util.Collection;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

@RestController
@RequestMapping("/products")
class ProductController {
    private final ProductStore store;

    ProductController(ProductStore store) {
        this.store = store;
    }

    @GetMapping
    Collection<Product> list() {
        return store.all();
    }

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    Product create(@RequestBody @Valid ProductDetails details) {
        return store.add(details);
    }

    @GetMapping("/{id:\\d{1,9}}")
    Product read(@PathVariable long id) {
        return store.find(id).orElseThrow(ProductController::notFound);
    }

    @PutMapping("/{id:\\d{1,9}}")
    Product update(@PathVariable long id, @RequestBody @Valid ProductDetails details) {
        return store.update(id, details).orElseThrow(ProductController::notFound);
    }

    @DeleteMapping("/{id:\\d{1,9}}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void delete(@PathVariable long id) {
        if (!store.remove(id)) {
            throw notFound();
        }
    }

    private static ResponseStatusException notFound() {
        return new ResponseStatusException(HttpStatus.NOT_FOUND);
    }
}
