package hello;

import esa.restlight.core.annotation.Scheduled;
import esa.restlight.core.util.MediaType;
import esa.restlight.server.schedule.Schedulers;
import esa.restlight.spring.shaded.org.springframework.web.bind.annotation.GetMapping;
import esa.restlight.spring.shaded.org.springframework.web.bind.annotation.RestController;
import java.util.concurrent.atomic.LongAdder;

// Restlight answers only its own copies of the Spring MVC annotations.
@RestController
public class HelloController {
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
}
