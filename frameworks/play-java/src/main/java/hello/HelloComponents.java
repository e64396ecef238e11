package hello;

import java.util.List;
import play.ApplicationLoader.Context;
import play.mvc.EssentialFilter;
import play.routing.Router;
import play.routing.RoutingDslComponentsFromContext;

class HelloComponents extends RoutingDslComponentsFromContext {
    private final HelloController controller = new HelloController();

    HelloComponents(Context context) {
        super(context);
    }

    @Override
    public Router router() {
        return routingDsl()
                .GET("/").routingTo(controller::hello)
                .GET("/count").routingTo(controller::count)
                .build();
    }

    @Override
    public List<EssentialFilter> httpFilters() {
        return List.of();
    }
}
