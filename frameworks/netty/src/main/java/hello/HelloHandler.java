package hello;

import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeadersFactory;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.util.concurrent.atomic.LongAdder;

final class HelloHandler extends SimpleChannelInboundHandler<HttpObject> {
    private static final long PID = ProcessHandle.current().pid();
    // Nothing that came in a request goes into a header.
    private static final HttpHeadersFactory headers = DefaultHttpHeadersFactory.headersFactory().withValidation(false);
    private static final LongAdder hellos = new LongAdder();

    @Override
    protected void channelRead0(ChannelHandlerContext context, HttpObject message) {
        if (message instanceof HttpRequest request) {
            switch (request.uri()) {
                case "/" -> hello(context);
                case "/count" -> count(context);
                default -> sendText(context, HttpResponseStatus.NOT_FOUND, "Not Found");
            }
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        context.close();
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        context.flush();
    }

    private static void hello(ChannelHandlerContext context) {
        hellos.increment();
        sendText(context, HttpResponseStatus.OK, "Hello, World!");
    }

    private static void count(ChannelHandlerContext context) {
        sendText(context, HttpResponseStatus.OK, PID + " " + hellos.sum() + "\n");
    }

    private static void sendText(ChannelHandlerContext context, HttpResponseStatus status, String text) {
        var content = ByteBufUtil.writeUtf8(context.alloc(), text);
        var response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, content, headers, headers);
        response.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.TEXT_PLAIN)
                .setInt(HttpHeaderNames.CONTENT_LENGTH, content.readableBytes());
        context.write(response, context.voidPromise());
    }
}
