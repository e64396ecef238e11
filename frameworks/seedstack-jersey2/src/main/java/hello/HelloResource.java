package hello;

import java.util.concurrent.atomic.LongAdder;
import javax.ws.rs.GET;
import javax.ws.rs.Path;
import javax.ws.rs.Produces;
import javax.ws.rs.core.MediaType;

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
