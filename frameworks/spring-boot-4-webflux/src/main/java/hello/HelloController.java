package hello;

import java.util.concurrent.atomic.LongAdder;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

@RestController
class HelloController {
    private final long pid = ProcessHandle.current().pid();
    private final LongAdder hellos = new LongAdder();

    @GetMapping(path = "/", produces = MediaType.TEXT_PLAIN_VALUE)
    Mono<String> hello() {
        hellos.increment();
        return Mono.just("Hello, World!");
    }

    @GetMapping(path = "/count", produces = MediaType.TEXT_PLAIN_VALUE)
    Mono<String> count() {
        return Mono.just(pid + " " + hellos.sum() + "\n");
    }
}
