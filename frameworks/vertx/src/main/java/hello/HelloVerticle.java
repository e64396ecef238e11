package hello;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.concurrent.atomic.LongAdder;

public final class HelloVerticle extends VerticleBase {
    private static final long PID = ProcessHandle.current().pid();
    // One for all instances of the verticle: they share the process and its port.
    private static final LongAdder hellos = new LongAdder();

    @Override
    public Future<?> start() {
        var router = Router.router(vertx);
        router.get("/").handler(HelloVerticle::hello);
        router.get("/count").handler(HelloVerticle::count);
        var port = Integer.parseInt(System.getenv("PORT"));
        return vertx.createHttpServer()
                .requestHandler(router)
                .listen(port, System.getenv("HOST"));
    }

    private static void hello(RoutingContext context) {
        hellos.increment();
        sendText(context, "Hello, World!");
    }

    private static void count(RoutingContext context) {
        sendText(context, PID + " " + hellos.sum() + "\n");
    }

    private static void sendText(RoutingContext context, String text) {
        context.response().putHeader(HttpHeaders.CONTENT_TYPE, "text/plain").end(text);
    }
}
