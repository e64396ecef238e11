package hello;

import io.jooby.Context;
import io.jooby.ErrorHandler;
import io.jooby.ExecutionMode;
import io.jooby.Jooby;
import io.jooby.MediaType;
import io.jooby.ReactiveSupport;
import io.jooby.StatusCode;
import io.jooby.exception.BadRequestException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

public final class Application extends Jooby {
    private static final int LONGEST_WAIT_MS = 10_000;
    private final long pid = ProcessHandle.current().pid();
    private final LongAdder hellos = new LongAdder();

    {
        // What the client did wrong is not logged.
        error(ErrorHandler.create().mute(StatusCode.BAD_REQUEST, StatusCode.NOT_FOUND));
        install(new JsonModule());
        get("/", this::hello);
        get("/count", this::count);
        post("/echo", this::echo);
        get("/wait", ReactiveSupport.concurrent(this::waitAsked));
        mount(new ProductRoutes());
    }

    public static void main(String[] args) {
        runApp(args, ExecutionMode.EVENT_LOOP, Application::new);
    }

    private String hello(Context context) {
        hellos.increment();
        return "Hello, World!";
    }

    private String count(Context context) {
        return pid + " " + hellos.sum() + "\n";
    }

    private byte[] echo(Context context) {
        context.setResponseType(MediaType.octetStream);
        return context.body().bytes();
    }

    private CompletableFuture<String> waitAsked(Context context) {
        var ms = context.query("ms").intValue();
        if (ms < 0 || ms > LONGEST_WAIT_MS) {
            throw new BadRequestException("ms is not 0 to " + LONGEST_WAIT_MS);
        }
        var timer = CompletableFuture.delayedExecutor(ms, TimeUnit.MILLISECONDS);
        return CompletableFuture.supplyAsync(() -> "waited " + ms, timer);
    }
}
