package hello;

import java.util.concurrent.atomic.LongAdder;
import javax.ws.rs.GET;
import javax.ws.rs.Path;
import javax.ws.rs.Produces;
import javax.ws.rs.core.MediaType;

@Path("/")
@Produces(MediaType.TEXT_PLAIN)
public final class HelloService {
    private final long pid = ProcessHandle.current().pid();
    private final LongAdder hellos = new LongAdder();

    @GET
    public String hello() {
        hellos.increment();
        return "Hello, World!";
    }

    @GET
    @Path("/count")
    public String count() {
        return pid + " " + hellos.sum() + "\n";
    }
}
