package hello;

import com.jfinal.config.Constants;
import com.jfinal.config.Handlers;
import com.jfinal.config.Interceptors;
import com.jfinal.config.JFinalConfig;
import com.jfinal.config.Plugins;
import com.jfinal.config.Routes;
import com.jfinal.server.undertow.UndertowServer;
import com.jfinal.template.Engine;

public final class Application extends JFinalConfig {
    public static void main(String[] args) {
        UndertowServer.create(Application.class)
                .setHost(System.getenv("HOST"))
                .setPort(Integer.parseInt(System.getenv("PORT")))
                .start();
    }

    @Override
    public void configConstant(Constants constants) {
    }

    @Override
    public void configRoute(Routes routes) {
        routes.add("/", HelloController.class);
    }

    @Override
    public void configEngine(Engine engine) {
    }

    @Override
    public void configPlugin(Plugins plugins) {
    }

    @Override
    public void configInterceptor(Interceptors interceptors) {
    }

    @Override
    public void configHandler(Handlers handlers) {
    }
}
