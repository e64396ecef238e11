package hello;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.pathmap.ServletPathSpec;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.PathMappingsHandler;
import org.eclipse.jetty.util.Callback;

public final class Server {
    private static final long PID = ProcessHandle.current().pid();
    private static final LongAdder hellos = new LongAdder();

    public static void main(String[] args) throws Exception {
        var server = new org.eclipse.jetty.server.Server();
        var connector = new ServerConnector(server);
        connector.setHost(System.getenv("HOST"));
        connector.setPort(Integer.parseInt(System.getenv("PORT")));
        server.addConnector(connector);
        server.setHandler(routes());
        server.setStopAtShutdown(true);
        server.start();
    }

    private static PathMappingsHandler routes() {
        var routes = new PathMappingsHandler();
        // The empty specification is the root itself; "/" would match every path.
        routes.addMapping(new ServletPathSpec(""), new TextHandler(Server::hello));
        routes.addMapping(new ServletPathSpec("/count"), new TextHandler(Server::count));
        return routes;
    }

    private static String hello() {
        hellos.increment();
        return "Hello, World!";
    }

    private static String count() {
        return PID + " " + hellos.sum() + "\n";
    }

    private static final class TextHandler extends Handler.Abstract.NonBlocking {
        private final Supplier<String> text;

        TextHandler(Supplier<String> text) {
            this.text = text;
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain");
            Content.Sink.write(response, true, text.get(), callback);
            return true;
        }
    }
}
