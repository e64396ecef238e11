package hello;

import com.firenio.codec.http11.HttpContentType;
import com.firenio.codec.http11.HttpDateUtil;
import com.firenio.codec.http11.HttpFrame;
import com.firenio.codec.http11.HttpStatus;
import com.firenio.component.Channel;
import com.firenio.component.Frame;
import com.firenio.component.IoEventHandle;
import java.util.concurrent.atomic.LongAdder;

final class HelloHandle extends IoEventHandle {
    private final long pid = ProcessHandle.current().pid();
    private final LongAdder hellos = new LongAdder();

    @Override
    public void accept(Channel channel, Frame frame) throws Exception {
        var http = (HttpFrame) frame;
        switch (http.getRequestURL()) {
            case "/" -> hello(channel, http);
            case "/count" -> count(channel, http);
            default -> notFound(channel, http);
        }
    }

    private void hello(Channel channel, HttpFrame http) throws Exception {
        hellos.increment();
        sendText(channel, http, "Hello, World!");
    }

    private void count(Channel channel, HttpFrame http) throws Exception {
        sendText(channel, http, pid + " " + hellos.sum() + "\n");
    }

    private static void notFound(Channel channel, HttpFrame http) throws Exception {
        http.setStatus(HttpStatus.C404);
        sendText(channel, http, "404 page not found");
    }

    private static void sendText(Channel channel, HttpFrame http, String text) throws Exception {
        http.setContentType(HttpContentType.text_plain);
        http.setDate(HttpDateUtil.getDateLine());
        http.setString(text, channel);
        channel.writeAndFlush(http);
        channel.release(http);
    }
}
