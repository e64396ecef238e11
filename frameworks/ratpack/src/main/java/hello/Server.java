package hello;

import java.net.InetAddress;
import java.util.concurrent.atomic.LongAdder;
import ratpack.handling.Context;
import ratpack.server.RatpackServer;

public final class Server {
    private static final long PID = ProcessHandle.current().pid();
    private static final LongAdder hellos = new LongAdder();

    public static void main(String[] args) throws Exception {
        var address = InetAddress.getByName(System.getenv("HOST"));
        var port = Integer.parseInt(System.getenv("PORT"));
        RatpackServer.start(server -> server
                .serverConfig(config -> config.address(address).port(port))
                .handlers(chain -> chain
                        .get(Server::hello)
                        .get("count", Server::count)));
    }

    private static void hello(Context context) {
        hellos.increment();
        context.render("Hello, World!");
    }

    private static void count(Context context) {
        context.render(PID + " " + hellos.sum() + "\n");
    }
}
