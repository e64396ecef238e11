package hello;

import com.ligero.Ligero;
import com.ligero.config.LigeroConfig;
import java.util.concurrent.atomic.LongAdder;

public final class Server {
    private static final long PID = ProcessHandle.current().pid();
    private static final LongAdder hellos = new LongAdder();

    public static void main(String[] args) throws Exception {
        var app = Ligero.create(LigeroConfig.builder()
                .host(System.getenv("HOST"))
                .port(Integer.parseInt(System.getenv("PORT")))
                .build());
        app.get("/", ctx -> ctx.text(hello()));
        app.get("/count", ctx -> ctx.text(count()));
        app.start();
        Runtime.getRuntime().addShutdownHook(new Thread(app::stop));
    }

    private static String hello() {
        hellos.increment();
        return "Hello, World!";
    }

    private static String count() {
        return PID + " " + hellos.sum() + "\n";
    }
}
