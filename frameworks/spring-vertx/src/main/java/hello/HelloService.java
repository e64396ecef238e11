package hello;

import java.util.concurrent.atomic.LongAdder;
import org.springframework.stereotype.Service;

@Service
class HelloService {
    private final long pid = ProcessHandle.current().pid();
    private final LongAdder hellos = new LongAdder();

    String hello() {
        hellos.increment();
        return "Hello, World!";
    }

    String count() {
        return pid + " " + hellos.sum() + "\n";
    }
}
