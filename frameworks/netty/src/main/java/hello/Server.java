package hello;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpServerCodec;

public final class Server {
    private static final int BACKLOG = 1024;

    public static void main(String[] args) throws Exception {
        var epoll = Epoll.isAvailable();
        var transport = epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        var channel = epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
        var port = Integer.parseInt(System.getenv("PORT"));
        new ServerBootstrap()
                .group(new MultiThreadIoEventLoopGroup(1, transport), new MultiThreadIoEventLoopGroup(transport))
                .channel(channel)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .childHandler(new Pipeline())
                .bind(System.getenv("HOST"), port)
                .sync();
    }

    private static final class Pipeline extends ChannelInitializer<SocketChannel> {
        @Override
        protected void initChannel(SocketChannel channel) {
            channel.pipeline().addLast(
                    new HttpServerCodec(),
                    new HelloHandler());
        }
    }
}
