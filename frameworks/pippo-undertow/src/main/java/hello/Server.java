package hello;

import ro.pippo.core.Pippo;

public final class Server {
    public static void main(String[] args) {
        var pippo = new Pippo(new HelloApplication());
        pippo.getServer().getSettings()
                .host(System.getenv("HOST"))
                .port(Integer.parseInt(System.getenv("PORT")));
        pippo.start();
    }
}
