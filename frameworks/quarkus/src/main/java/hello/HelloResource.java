package hello;

import io.smallrye.common.annotation.NonBlocking;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import org.jboss.resteasy.reactive.RestQuery;

@Path("/")
@Produces(MediaType.TEXT_PLAIN)
@NonBlocking
public final class HelloResource {
    private static final int LONGEST_WAIT_MS = 10_000;
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

    @POST
    @Path("echo")
    @Produces(MediaType.APPLICATION_OCTET_STREAM)
    public byte[] echo(byte[] body) {
        return body;
    }

    @GET
    @Path("wait")
    public Uni<String> waitAsked(@RestQuery String ms) {
        var delay = parseDelay(ms);
        var answer = Uni.createFrom().item("waited " + delay.toMillis());
        return delay.isZero() ? answer : answer.onItem().delayIt().by(delay);
    }

    // Not left to Quarkus REST, for which a parameter that is no number is a 404.
    private static Duration parseDelay(String text) {
        try {
            var ms = Integer.parseInt(text);
            if (ms >= 0 && ms <= LONGEST_WAIT_MS) {
                return Duration.ofMillis(ms);
            }
        } catch (NumberFormatException e) {
            throw new BadRequestException(e);
        }
        throw new BadRequestException();
    }
}
