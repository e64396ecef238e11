package hello;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What a client says about a product. */
record ProductDetails(String name, @JsonProperty("price_cents") long priceCents) {
    Product withId(long id) {
        return new Product(id, name, priceCents);
    }
}
