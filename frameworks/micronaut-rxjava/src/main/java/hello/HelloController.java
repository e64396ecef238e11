package hello;

import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.reactivex.rxjava3.core.Single;
import java.util.concurrent.atomic.LongAdder;

@Controller(produces = MediaType.TEXT_PLAIN)
final class HelloController {
    private final long pid = ProcessHandle.current().pid();
    private final LongAdder hellos = new LongAdder();

    @Get
    Single<String> hello() {
        hellos.increment();
        return Single.just("Hello, World!");
    }

    @Get("/count")
    Single<String> count() {
        return Single.just(pid + " " + hellos.sum() + "\n");
    }
}
