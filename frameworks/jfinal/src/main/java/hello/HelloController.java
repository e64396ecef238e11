package hello;

import com.jfinal.aop.Before;
import com.jfinal.core.Controller;
import com.jfinal.ext.interceptor.NoUrlPara;
import java.util.concurrent.atomic.LongAdder;

public final class HelloController extends Controller {
    private static final long PID = ProcessHandle.current().pid();
    private static final LongAdder hellos = new LongAdder();

    // Without it the index action also answers every path that has no action of its own.
    @Before(NoUrlPara.class)
    public void index() {
        hellos.increment();
        renderText("Hello, World!");
    }

    public void count() {
        renderText(PID + " " + hellos.sum() + "\n");
    }
}
