package hello;

import esa.httpserver.core.AsyncRequest;
import esa.restlight.core.annotation.Scheduled;
import esa.restlight.core.util.MediaType;
import esa.restlight.server.bootstrap.WebServerException;
import esa.restlight.server.schedule.Schedulers;
import esa.restlight.spring.shaded.org.springframework.web.bind.annotation.GetMapping;
import esa.restlight.spring.shaded.org.springframework.web.bind.annotation.PostMapping;
import esa.restlight.spring.shaded.org.springframework.web.bind.annotation.RequestParam;
import esa.restlight.spring.shaded.org.springframework.web.bind.annotation.RestController;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

// Restlight answers only its own copies of the Spring MVC annotations.
@RestController
public class HelloController {
    private static final int LONGEST_WAIT_MS = 10_000;
    private final long pid = ProcessHandle.current().pid();
    private final LongAdder hellos = new LongAdder();

    @Scheduled(Schedulers.IO)
    @GetMapping(path = "/", produces = MediaType.TEXT_PLAIN_VALUE)
    public String hello() {
        hellos.increment();
        return "Hello, World!";
    }

    @Scheduled(Schedulers.IO)
    @GetMapping(path = "/count", produces = MediaType.TEXT_PLAIN_VALUE)
    public String count() {
        return pid + " " + hellos.sum() + "\n";
    }

    @Scheduled(Schedulers.IO)
    @PostMapping(path = "/echo", produces = MediaType.APPLICATION_OCTET_STREAM_VALUE)
    public byte[] echo(AsyncRequest request) {
        return request.body();
    }

    @Scheduled(Schedulers.IO)
    @GetMapping(path = "/wait", produces = MediaType.TEXT_PLAIN_VALUE)
    public CompletableFuture<String> waitAsked(@RequestParam("ms") String text) {
        var ms = parse(text);
        if (ms < 0 || ms > LONGEST_WAIT_MS) {
            throw WebServerException.badRequest("ms is not 0 to " + LONGEST_WAIT_MS);
        }
        var timer = CompletableFuture.delayedExecutor(ms, TimeUnit.MILLISECONDS);
        return CompletableFuture.supplyAsync(() -> "waited " + ms, timer);
    }

    // Not left to Restlight, for which a parameter that is no number is a 500.
    private static int parse(String ms) {
        try {
            return Integer.parseInt(ms);
        } catch (NumberFormatException e) {
            throw WebServerException.badRequest("ms is no number");
        }
    }
}
