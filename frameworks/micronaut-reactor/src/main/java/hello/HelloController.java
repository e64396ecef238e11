package hello;

import io.micronaut.core.annotation.Nullable;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Body;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.Post;
import io.micronaut.http.annotation.QueryValue;
import io.micronaut.http.exceptions.HttpStatusException;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import reactor.core.publisher.Mono;

@Controller(produces = MediaType.TEXT_PLAIN)
final class HelloController {
    private static final byte[] EMPTY = {};
    private static final int LONGEST_WAIT_MS = 10_000;
    private final long pid = ProcessHandle.current().pid();
    private final LongAdder hellos = new LongAdder();

    @Get
    Mono<String> hello() {
        hellos.increment();
        return Mono.just("Hello, World!");
    }

    @Get("/count")
    Mono<String> count() {
        return Mono.just(pid + " " + hellos.sum() + "\n");
    }

    @Post(uri = "/echo", consumes = MediaType.ALL, produces = MediaType.APPLICATION_OCTET_STREAM)
    Mono<byte[]> echo(@Body @Nullable byte[] body) {
        return Mono.just(body != null ? body : EMPTY);
    }

    @Get("/wait")
    Mono<String> waitAsked(@QueryValue int ms) {
        if (ms < 0 || ms > LONGEST_WAIT_MS) {
            throw new HttpStatusException(HttpStatus.BAD_REQUEST, "ms is not 0 to " + LONGEST_WAIT_MS);
        }
        return Mono.delay(Duration.ofMillis(ms)).thenReturn("waited " + ms);
    }
}
