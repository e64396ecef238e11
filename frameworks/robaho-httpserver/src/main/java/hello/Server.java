package hello;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpHandlers;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;

public final class Server {
    private static final int BACKLOG = 1024;
    private static final HttpHandler NOT_FOUND =
            HttpHandlers.of(404, Headers.of("Content-Type", "text/plain"), "Not Found");
    private static final long PID = ProcessHandle.current().pid();
    private static final LongAdder hellos = new LongAdder();

    // With robaho's jar on the class path the JDK's factory makes robaho's server.
    public static void main(String[] args) throws IOException {
        var port = Integer.parseInt(System.getenv("PORT"));
        var address = new InetSocketAddress(System.getenv("HOST"), port);
        var server = HttpServer.create(address, BACKLOG);
        get(server, "/", Server::hello);
        get(server, "/count", Server::count);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
    }

    // A context takes every path that begins with its own.
    private static void get(HttpServer server, String path, HttpHandler handler) {
        server.createContext(path, HttpHandlers.handleOrElse(
                request -> request.getRequestMethod().equals("GET")
                        && request.getRequestURI().getPath().equals(path),
                handler, NOT_FOUND));
    }

    private static void hello(HttpExchange exchange) throws IOException {
        hellos.increment();
        sendText(exchange, "Hello, World!");
    }

    private static void count(HttpExchange exchange) throws IOException {
        sendText(exchange, PID + " " + hellos.sum() + "\n");
    }

    private static void sendText(HttpExchange exchange, String text) throws IOException {
        var body = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/plain");
        try (var out = exchange.getResponseBody()) {
            exchange.sendResponseHeaders(200, body.length);
            out.write(body);
        }
    }
}
