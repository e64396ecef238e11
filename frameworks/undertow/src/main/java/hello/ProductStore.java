package hello;

import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

final class ProductStore {
    private final ConcurrentNavigableMap<Long, Product> products = new ConcurrentSkipListMap<>();
    private final AtomicLong lastId = new AtomicLong();

    ProductStore() {
        for (var number = 1; number <= 100; number++) {
            add(new ProductDetails("Product " + number, 100L * number));
        }
    }

    Collection<Product> all() {
        return products.values();
    }

    Optional<Product> find(long id) {
        return Optional.ofNullable(products.get(id));
    }

    Product add(ProductDetails details) {
        var product = details.withId(lastId.incrementAndGet());
        products.put(product.id(), product);
        return product;
    }

    Optional<Product> update(long id, ProductDetails details) {
        var product = details.withId(id);
        return Optional.ofNullable(products.replace(id, product)).map(previous -> product);
    }

    boolean remove(long id) {
        return products.remove(id) != null;
    }
}
