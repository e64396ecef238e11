package hello;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.stereotype.Component;

@Component
class Deployer implements ApplicationRunner {
    private final Vertx vertx;
    private final ObjectProvider<HelloVerticle> verticles;
    private final int instances;

    Deployer(Vertx vertx, ObjectProvider<HelloVerticle> verticles,
             @Value("${instances}") int instances) {
        this.vertx = vertx;
        this.verticles = verticles;
        this.instances = instances;
    }

    @Override
    public void run(ApplicationArguments arguments) {
        var options = new DeploymentOptions().setInstances(instances);
        vertx.deployVerticle(() -> verticles.getObject(), options).await();
    }
}
