package hello;

import java.util.concurrent.atomic.LongAdder;
import org.jooby.Jooby;
import org.jooby.MediaType;
import org.jooby.Result;
import org.jooby.Results;

public final class Application extends Jooby {
    private final long pid = ProcessHandle.current().pid();
    private final LongAdder hellos = new LongAdder();

    {
        get("/", this::hello);
        get("/count", this::count);
    }

    public static void main(String[] args) {
        run(Application::new, args);
    }

    private Result hello() {
        hellos.increment();
        return text("Hello, World!");
    }

    private Result count() {
        return text(pid + " " + hellos.sum() + "\n");
    }

    private static Result text(String text) {
        return Results.with(text).type(MediaType.plain);
    }
}
