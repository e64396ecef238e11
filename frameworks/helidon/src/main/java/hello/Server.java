package hello;

import io.helidon.common.media.type.MediaTypes;
import io.helidon.logging.common.LogConfig;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.concurrent.atomic.LongAdder;

public final class Server {
    private static final long PID = ProcessHandle.current().pid();
    private static final LongAdder hellos = new LongAdder();

    public static void main(String[] args) {
        LogConfig.configureRuntime();
        WebServer.builder()
                .host(System.getenv("HOST"))
                .port(Integer.parseInt(System.getenv("PORT")))
                .routing(Server::routes)
                .build()
                .start();
    }

    private static void routes(HttpRouting.Builder routing) {
        routing.get("/", Server::hello)
                .get("/count", Server::count);
    }

    private static void hello(ServerRequest request, ServerResponse response) {
        hellos.increment();
        sendText(response, "Hello, World!");
    }

    private static void count(ServerRequest request, ServerResponse response) {
        sendText(response, PID + " " + hellos.sum() + "\n");
    }

    private static void sendText(ServerResponse response, String text) {
        response.headers().contentType(MediaTypes.TEXT_PLAIN);
        response.send(text);
    }
}
