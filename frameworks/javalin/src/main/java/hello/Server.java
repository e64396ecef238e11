package hello;

import io.javalin.Javalin;
import io.javalin.http.Context;
import java.util.concurrent.atomic.LongAdder;

public final class Server {
    private static final long PID = ProcessHandle.current().pid();
    private static final LongAdder hellos = new LongAdder();

    public static void main(String[] args) {
        Javalin.start(config -> {
            config.jetty.host = System.getenv("HOST");
            config.jetty.port = Integer.parseInt(System.getenv("PORT"));
            config.routes.get("/", Server::hello);
            config.routes.get("/count", Server::count);
        });
    }

    private static void hello(Context ctx) {
        hellos.increment();
        ctx.result("Hello, World!");
    }

    private static void count(Context ctx) {
        ctx.result(PID + " " + hellos.sum() + "\n");
    }
}
