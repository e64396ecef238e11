package hello;

import org.apache.catalina.startup.Tomcat;
import ro.pippo.core.Pippo;
import ro.pippo.tomcat.TomcatServer;

public final class Server {
    public static void main(String[] args) {
        var pippo = new Pippo(new HelloApplication());
        pippo.setServer(new HostTomcatServer());
        pippo.getServer().getSettings()
                .host(System.getenv("HOST"))
                .port(Integer.parseInt(System.getenv("PORT")));
        pippo.start();
    }

    /** Listens on the host of the settings, which Pippo's own leaves out. */
    private static final class HostTomcatServer extends TomcatServer {
        @Override
        protected Tomcat createTomcat() {
            var tomcat = super.createTomcat();
            tomcat.setBaseDir(getSettings().getBaseFolder());
            tomcat.setPort(getSettings().getPort());
            tomcat.getConnector().setProperty("address", getSettings().getHost());
            return tomcat;
        }
    }
}
