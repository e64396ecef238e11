package hello;

import io.smallrye.common.annotation.NonBlocking;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.concurrent.atomic.LongAdder;

@Path("/")
@Produces(MediaType.TEXT_PLAIN)
@NonBlocking
public final class HelloResource {
    private final long pid = ProcessHandle.current().pid();
    private final LongAdder hellos = new LongAdder();

    @GET
    public String hello() {
        hellos.increment();
        return "Hello, World!";
    }

    @GET
    @Path("count")
    public String count() {
        return pid + " " + hellos.sum() + "\n";
    }
}
