package hello;

import java.util.concurrent.atomic.LongAdder;
import play.mvc.Controller;
import play.mvc.Http;
import play.mvc.Result;

class HelloController extends Controller {
    private final long pid = ProcessHandle.current().pid();
    private final LongAdder hellos = new LongAdder();

    Result hello(Http.Request request) {
        hellos.increment();
        return ok("Hello, World!");
    }

    Result count(Http.Request request) {
        return ok(pid + " " + hellos.sum() + "\n");
    }
}
