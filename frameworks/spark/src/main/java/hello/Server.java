package hello;

import static spark.Spark.get;
import static spark.Spark.ipAddress;
import static spark.Spark.port;

import java.util.concurrent.atomic.LongAdder;
import spark.Request;
import spark.Response;

public final class Server {
    private static final long PID = ProcessHandle.current().pid();
    private static final LongAdder hellos = new LongAdder();

    public static void main(String[] args) {
        ipAddress(System.getenv("HOST"));
        port(Integer.parseInt(System.getenv("PORT")));
        get("/", Server::hello);
        get("/count", Server::count);
    }

    private static String hello(Request request, Response response) {
        hellos.increment();
        response.type("text/plain");
        return "Hello, World!";
    }

    private static String count(Request request, Response response) {
        response.type("text/plain");
        return PID + " " + hellos.sum() + "\n";
    }
}
