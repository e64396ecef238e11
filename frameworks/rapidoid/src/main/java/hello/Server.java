package hello;

import java.util.concurrent.atomic.LongAdder;
import org.rapidoid.setup.App;
import org.rapidoid.setup.On;

public final class Server {
    private static final long PID = ProcessHandle.current().pid();
    private static final LongAdder hellos = new LongAdder();

    public static void main(String[] args) {
        App.run(args);
        On.address(System.getenv("HOST")).port(Integer.parseInt(System.getenv("PORT")));
        On.get("/").plain(Server::hello);
        On.get("/count").plain(Server::count);
    }

    private static String hello() {
        hellos.increment();
        return "Hello, World!";
    }

    private static String count() {
        return PID + " " + hellos.sum() + "\n";
    }
}
