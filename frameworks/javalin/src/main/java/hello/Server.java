package hello;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import io.javalin.Javalin;
import io.javalin.http.ContentType;
import io.javalin.http.Context;
import io.javalin.json.JavalinJackson;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

public final class Server {
    private static final int LONGEST_WAIT_MS = 10_000;
    private static final long LARGEST_BODY_BYTES = 1024 * 1024;
    private static final long PID = ProcessHandle.current().pid();
    private static final LongAdder hellos = new LongAdder();

    public static void main(String[] args) {
        Javalin.start(config -> {
            config.jetty.host = System.getenv("HOST");
            config.jetty.port = Integer.parseInt(System.getenv("PORT"));
            config.http.maxRequestSize = LARGEST_BODY_BYTES;
            config.jsonMapper(new JavalinJackson().updateMapper(Server::makeStrict));
            config.routes.get("/", Server::hello);
            config.routes.get("/count", Server::count);
            config.routes.post("/echo", Server::echo);
            config.routes.get("/wait", Server::waitAsked);
            config.routes.apiBuilder(new ProductController());
        });
    }

    // Every field is required, and nothing but its own type will do.
    private static void makeStrict(ObjectMapper json) {
        json.enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES);
        json.enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES);
        json.enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
        for (var shape : CoercionInputShape.values()) {
            json.coercionConfigDefaults().setCoercion(shape, CoercionAction.Fail);
        }
    }

    private static void hello(Context ctx) {
        hellos.increment();
        ctx.result("Hello, World!");
    }

    private static void count(Context ctx) {
        ctx.result(PID + " " + hellos.sum() + "\n");
    }

    private static void echo(Context ctx) {
        ctx.contentType(ContentType.APPLICATION_OCTET_STREAM).result(ctx.bodyAsBytes());
    }

    private static void waitAsked(Context ctx) {
        int ms = ctx.queryParamAsClass("ms", Integer.class)
                .check(value -> value != null && value >= 0 && value <= LONGEST_WAIT_MS, "0 to " + LONGEST_WAIT_MS)
                .get();
        var timer = CompletableFuture.delayedExecutor(ms, TimeUnit.MILLISECONDS);
        ctx.future(() -> CompletableFuture.runAsync(() -> ctx.result("waited " + ms), timer));
    }
}
