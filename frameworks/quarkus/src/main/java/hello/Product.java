package hello;

import com.fasterxml.jackson.annotation.JsonProperty;

record Product(int id, String name, @JsonProperty("price_cents") long priceCents) {}
