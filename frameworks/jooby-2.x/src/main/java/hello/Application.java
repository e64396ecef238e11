package hello;

import io.jooby.Context;
import io.jooby.ExecutionMode;
import io.jooby.Jooby;
import java.util.concurrent.atomic.LongAdder;

public final class Application extends Jooby {
    private final long pid = ProcessHandle.current().pid();
    private final LongAdder hellos = new LongAdder();

    {
        get("/", this::hello);
        get("/count", this::count);
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
}
