package hello;

import static org.apache.pekko.http.javadsl.server.Directives.complete;
import static org.apache.pekko.http.javadsl.server.Directives.concat;
import static org.apache.pekko.http.javadsl.server.Directives.get;
import static org.apache.pekko.http.javadsl.server.Directives.path;
import static org.apache.pekko.http.javadsl.server.Directives.pathSingleSlash;

import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.http.javadsl.Http;
import org.apache.pekko.http.javadsl.server.Route;
import java.util.concurrent.atomic.LongAdder;

public final class Server {
    private static final long PID = ProcessHandle.current().pid();
    private static final LongAdder hellos = new LongAdder();

    public static void main(String[] args) {
        var system = ActorSystem.create(Behaviors.empty(), "hello");
        var port = Integer.parseInt(System.getenv("PORT"));
        Http.get(system).newServerAt(System.getenv("HOST"), port).bind(routes());
    }

    private static Route routes() {
        return get(() -> concat(
                pathSingleSlash(Server::hello),
                path("count", Server::count)));
    }

    private static Route hello() {
        hellos.increment();
        return complete("Hello, World!");
    }

    private static Route count() {
        return complete(PID + " " + hellos.sum() + "\n");
    }
}
