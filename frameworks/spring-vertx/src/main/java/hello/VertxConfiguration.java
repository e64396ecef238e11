package hello;

import io.vertx.core.Vertx;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
class VertxConfiguration {
    @Bean(destroyMethod = "close")
    Vertx vertx() {
        return Vertx.vertx();
    }
}
