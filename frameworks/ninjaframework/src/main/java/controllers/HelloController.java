package controllers;

import com.google.inject.Singleton;
import java.util.concurrent.atomic.LongAdder;
import ninja.Result;
import ninja.Results;

@Singleton
public class HelloController {
    private final long pid = ProcessHandle.current().pid();
    private final LongAdder hellos = new LongAdder();

    public Result hello() {
        hellos.increment();
        return Results.text().renderRaw("Hello, World!");
    }

    public Result count() {
        return Results.text().renderRaw(pid + " " + hellos.sum() + "\n");
    }
}
