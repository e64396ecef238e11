package hello;

import com.linecorp.armeria.server.Server;
import java.net.InetSocketAddress;

public final class Application {
    public static void main(String[] args) {
        var port = Integer.parseInt(System.getenv("PORT"));
        var server = Server.builder()
                .http(new InetSocketAddress(System.getenv("HOST"), port))
                .annotatedService(new HelloService())
                .build();
        server.closeOnJvmShutdown();
        server.start().join();
    }
}
