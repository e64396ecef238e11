package hello;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.context.annotation.Scope;
import org.springframework.stereotype.Component;

/** One instance, and so one bean, for each event loop. */
@Component
@Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
class HelloVerticle extends VerticleBase {
    private final HelloService service;
    private final String host;
    private final int port;

    HelloVerticle(HelloService service, @Value("${server.address}") String host,
                  @Value("${server.port}") int port) {
        this.service = service;
        this.host = host;
        this.port = port;
    }

    @Override
    public Future<?> start() {
        var router = Router.router(vertx);
        router.get("/").handler(context -> sendText(context, service.hello()));
        router.get("/count").handler(context -> sendText(context, service.count()));
        return vertx.createHttpServer()
                .requestHandler(router)
                .listen(port, host);
    }

    private static void sendText(RoutingContext context, String text) {
        context.response().putHeader(HttpHeaders.CONTENT_TYPE, "text/plain").end(text);
    }
}
