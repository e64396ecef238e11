package hello;

import io.bootique.BQCoreModule;
import io.bootique.BQModule;
import io.bootique.Bootique;
import io.bootique.di.Binder;
import io.bootique.jersey.JerseyModule;

public final class Application implements BQModule {
    public static void main(String[] args) {
        Bootique.app(args)
                .autoLoadModules()
                .module(Application.class)
                .exec()
                .exit();
    }

    @Override
    public void configure(Binder binder) {
        BQCoreModule.extend(binder)
                .addConfig("classpath:config.yml")
                .declareVar("jetty.connectors[0].host", "HOST")
                .declareVar("jetty.connectors[0].port", "PORT");
        JerseyModule.extend(binder).addResource(new HelloResource());
    }
}
