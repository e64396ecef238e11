package hello;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.concurrent.atomic.LongAdder;

@Path("/")
@Produces(MediaType.TEXT_PLAIN)
public class HelloResource {
    private static final long PID = ProcessHandle.current().pid();
    private static final LongAdder hellos = new LongAdder();

    @GET
    public String hello() {
        hellos.increment();
        return "Hello, World!";
    }

    @GET
    @Path("count")
    public String count() {
        return PID + " " + hellos.sum() + "\n";
    }
}
