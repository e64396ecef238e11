package hello;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.atomic.LongAdder;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
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

    @PostMapping(path = "/echo", produces = MediaType.APPLICATION_OCTET_STREAM_VALUE)
    byte[] echo(InputStream body) throws IOException {
        return body.readAllBytes();
    }

    @GetMapping(path = "/wait", produces = MediaType.TEXT_PLAIN_VALUE)
    String waitAsked(@RequestParam @Min(0) @Max(10_000) int ms) throws InterruptedException {
        Thread.sleep(ms);
        return "waited " + ms;
    }
}
