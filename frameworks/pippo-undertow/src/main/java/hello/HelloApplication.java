package hello;

import java.util.concurrent.atomic.LongAdder;
import ro.pippo.core.Application;
import ro.pippo.core.route.RouteContext;

class HelloApplication extends Application {
    private final long pid = ProcessHandle.current().pid();
    private final LongAdder hellos = new LongAdder();

    @Override
    protected void onInit() {
        GET("/", this::hello);
        GET("/count", this::count);
    }

    private void hello(RouteContext context) {
        hellos.increment();
        context.text().send("Hello, World!");
    }

    private void count(RouteContext context) {
        context.text().send(pid + " " + hellos.sum() + "\n");
    }
}
