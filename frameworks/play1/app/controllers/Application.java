package controllers;

import java.util.concurrent.atomic.LongAdder;
import play.mvc.Controller;

public class Application extends Controller {
    private static final long PID = ProcessHandle.current().pid();
    private static final LongAdder hellos = new LongAdder();

    public static void hello() {
        hellos.increment();
        renderText("Hello, World!");
    }

    public static void count() {
        renderText(PID + " " + hellos.sum() + "\n");
    }
}
