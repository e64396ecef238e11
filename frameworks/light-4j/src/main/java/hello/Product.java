package hello;

import com.fasterxml.jackson.annotation.JsonProperty;

record Product(long id, String name, @JsonProperty("price_cents") long priceCents) {}
