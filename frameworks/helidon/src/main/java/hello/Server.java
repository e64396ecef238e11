package hello;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import io.helidon.common.media.type.MediaTypes;
import io.helidon.http.BadRequestException;
import io.helidon.http.HeaderValues;
import io.helidon.http.media.MediaContextConfig;
import io.helidon.http.media.jackson.JacksonSupport;
import io.helidon.logging.common.LogConfig;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.helidon.webserver.http1.Http1Config;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.LongAdder;

public final class Server {
    private static final byte[] EMPTY = {};
    private static final int LONGEST_WAIT_MS = 10_000;
    private static final int WRITE_QUEUE_LENGTH = 1024;
    private static final long PID = ProcessHandle.current().pid();
    private static final LongAdder hellos = new LongAdder();

    public static void main(String[] args) {
        LogConfig.configureRuntime();
        WebServer.builder()
                .host(System.getenv("HOST"))
                .port(Integer.parseInt(System.getenv("PORT")))
                // Else each answer to a pipelined request is a write of its own, and waits for Nagle's algorithm.
                .connectionOptions(socket -> socket.tcpNoDelay(true))
                .writeQueueLength(WRITE_QUEUE_LENGTH)
                .smartAsyncWrites(true)
                .addProtocol(Http1Config.builder().receiveLog(false).sendLog(false).build())
                .mediaContext(Server::media)
                .routing(Server::routes)
                .build()
                .start();
    }

    // Every field is required, and nothing but its own type will do.
    private static void media(MediaContextConfig.Builder media) {
        var json = new ObjectMapper()
                .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
        for (var shape : CoercionInputShape.values()) {
            json.coercionConfigDefaults().setCoercion(shape, CoercionAction.Fail);
        }
        media.addMediaSupport(JacksonSupport.create(json));
    }

    private static void routes(HttpRouting.Builder routing) {
        routing.get("/", Server::hello)
                .get("/count", Server::count)
                .post("/echo", Server::echo)
                .get("/wait", Server::waitAsked)
                .register("/products", new ProductService());
    }

    private static void hello(ServerRequest request, ServerResponse response) {
        hellos.increment();
        sendText(response, "Hello, World!");
    }

    private static void count(ServerRequest request, ServerResponse response) {
        sendText(response, PID + " " + hellos.sum() + "\n");
    }

    private static void echo(ServerRequest request, ServerResponse response) {
        response.headers().contentType(MediaTypes.APPLICATION_OCTET_STREAM);
        response.send(request.content().hasEntity() ? request.content().as(byte[].class) : EMPTY);
    }

    private static void waitAsked(ServerRequest request, ServerResponse response) throws InterruptedException {
        int ms;
        try {
            ms = Integer.parseInt(request.query().first("ms").orElse(""));
        } catch (NumberFormatException e) {
            throw new BadRequestException("ms is no number", e);
        }
        if (ms < 0 || ms > LONGEST_WAIT_MS) {
            throw new BadRequestException("ms is not 0 to " + LONGEST_WAIT_MS);
        }
        Thread.sleep(ms);
        sendText(response, "waited " + ms);
    }

    private static void sendText(ServerResponse response, String text) {
        response.header(HeaderValues.CONTENT_TYPE_TEXT_PLAIN).send(text.getBytes(StandardCharsets.UTF_8));
    }
}
