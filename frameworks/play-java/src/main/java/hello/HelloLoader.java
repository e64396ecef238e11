package hello;

import play.Application;
import play.ApplicationLoader;

public class HelloLoader implements ApplicationLoader {
    @Override
    public Application load(Context context) {
        return new HelloComponents(context).application();
    }
}
