package hello;

import java.util.concurrent.atomic.LongAdder;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class HelloController {
    private final long pid = ProcessHandle.current().pid();
    private final LongAdder hellos = new LongAdder();

    @GetMapping(path = "/", produces = MediaType.TEXT_PLAIN_VALUE)
    String hello() {
        hellos.increment();
        return "Hello, World!";
    }

    @GetMapping(path = "/count", produces = MediaType.TEXT_PLAIN_VALUE)
    String count() {
        return pid + " " + hellos.sum() + "\n";
    }
}
