package hello;

import org.wso2.msf4j.MicroservicesRunner;

public final class Application {
    public static void main(String[] args) {
        new MicroservicesRunner(Integer.parseInt(System.getenv("PORT")))
                .deploy(new HelloService())
                .start();
    }
}
