package hello;

import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;

/** What a client says about a product. */
record ProductDetails(@NotNull String name, @NotNull @JsonProperty("price_cents") Long priceCents) {
    Product withId(long id) {
        return new Product(id, name, priceCents);
    }
}
