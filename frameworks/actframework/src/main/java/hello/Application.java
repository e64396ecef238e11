package hello;

import static act.controller.Controller.Util.text;

import act.Act;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.LongAdder;
import org.osgl.mvc.annotation.GetAction;
import org.osgl.mvc.result.RenderText;

public class Application {
    private static final String PID = ManagementFactory.getRuntimeMXBean().getName().split("@")[0];
    private static final LongAdder hellos = new LongAdder();

    public static void main(String[] args) throws Exception {
        Act.start("hello");
    }

    @GetAction
    public static RenderText hello() {
        hellos.increment();
        return text("Hello, World!");
    }

    @GetAction("count")
    public static RenderText count() {
        return text(PID + " " + hellos.sum() + "\n");
    }
}
