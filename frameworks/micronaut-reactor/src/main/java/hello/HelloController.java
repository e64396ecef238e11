package hello;

import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import java.util.concurrent.atomic.LongAdder;
import reactor.core.publisher.Mono;

@Controller(produces = MediaType.TEXT_PLAIN)
final class HelloController {
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
}
