package conf;

import controllers.HelloController;
import ninja.Router;
import ninja.application.ApplicationRoutes;

public class Routes implements ApplicationRoutes {
    @Override
    public void init(Router router) {
        router.GET().route("/").with(HelloController::hello);
        router.GET().route("/count").with(HelloController::count);
    }
}
