package hello;

import com.firenio.Options;
import com.firenio.codec.http11.HttpCodec;
import com.firenio.codec.http11.HttpDateUtil;
import com.firenio.common.Util;
import com.firenio.component.Channel;
import com.firenio.component.ChannelAcceptor;
import com.firenio.component.ChannelEventListenerAdapter;
import com.firenio.component.NioEventLoopGroup;
import com.firenio.component.SocketOptions;
import com.firenio.log.LoggerFactory;

public final class Server {
    private static final int BACKLOG = 8192;

    public static void main(String[] args) throws Exception {
        LoggerFactory.setLogLevel(LoggerFactory.LEVEL_WARN);
        // The native epoll transport reads an IPv4 host into an IPv6 address, which it then cannot bind.
        Options.setEnableEpoll(false);
        HttpDateUtil.start();

        var group = new NioEventLoopGroup();
        group.setEventLoopSize(Util.availableProcessors());
        var port = Integer.parseInt(System.getenv("PORT"));
        var acceptor = new ChannelAcceptor(group, System.getenv("HOST"), port);
        acceptor.addProtocolCodec(new HttpCodec("firenio"));
        acceptor.addChannelEventListener(new NoDelay());
        acceptor.setIoEventHandle(new HelloHandle());
        acceptor.bind(BACKLOG);
    }

    private static final class NoDelay extends ChannelEventListenerAdapter {
        @Override
        public void channelOpened(Channel channel) throws Exception {
            channel.setOption(SocketOptions.TCP_NODELAY, 1);
        }
    }
}
