package hello;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import io.vertx.ext.web.handler.ErrorHandler;
import java.util.concurrent.atomic.LongAdder;

public final class HelloVerticle extends VerticleBase {
    private static final int LONGEST_WAIT_MS = 10_000;
    private static final long PID = ProcessHandle.current().pid();
    // One of each for all instances of the verticle: they share the process and its port.
    private static final LongAdder hellos = new LongAdder();
    private static final ProductHandlers products = new ProductHandlers();

    @Override
    public Future<?> start() {
        var errors = ErrorHandler.create(vertx);
        var router = Router.router(vertx);
        router.get("/").handler(HelloVerticle::hello);
        router.get("/count").handler(HelloVerticle::count);
        router.post("/echo").handler(BodyHandler.create(false)).handler(HelloVerticle::echo);
        router.get("/wait").handler(this::waitAsked).failureHandler(errors);
        products.addTo(router, errors);
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

    private static void echo(RoutingContext context) {
        var response = context.response().putHeader(HttpHeaders.CONTENT_TYPE, "application/octet-stream");
        if (context.body().isEmpty()) {
            response.end();
        } else {
            response.end(context.body().buffer());
        }
    }

    private void waitAsked(RoutingContext context) {
        int ms;
        try {
            ms = Integer.parseInt(context.request().getParam("ms"));
        } catch (NumberFormatException e) {
            context.fail(400);
            return;
        }
        if (ms < 0 || ms > LONGEST_WAIT_MS) {
            context.fail(400);
        } else if (ms == 0) { // which is no delay for a timer
            sendText(context, "waited 0");
        } else {
            vertx.setTimer(ms, timer -> sendText(context, "waited " + ms));
        }
    }

    private static void sendText(RoutingContext context, String text) {
        context.response().putHeader(HttpHeaders.CONTENT_TYPE, "text/plain").end(text);
    }
}
