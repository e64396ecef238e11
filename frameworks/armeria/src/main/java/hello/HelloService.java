package hello;

import com.linecorp.armeria.server.annotation.Get;
import com.linecorp.armeria.server.annotation.ProducesText;
import java.util.concurrent.atomic.LongAdder;

@ProducesText
public final class HelloService {
    private final long pid = ProcessHandle.current().pid();
    private final LongAdder hellos = new LongAdder();

    @Get("/")
    public String hello() {
        hellos.increment();
        return "Hello, World!";
    }

    @Get("/count")
    public String count() {
        return pid + " " + hellos.sum() + "\n";
    }
}
