package hello;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
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
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;
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
                case "/" -> hello(context, request);
                case "/count" -> count(context, request);
                default -> sendText(context, request, HttpResponseStatus.NOT_FOUND, "Not Found");
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

    private static void hello(ChannelHandlerContext context, HttpRequest request) {
        hellos.increment();
        sendText(context, request, HttpResponseStatus.OK, "Hello, World!");
    }

    private static void count(ChannelHandlerContext context, HttpRequest request) {
        sendText(context, request, HttpResponseStatus.OK, PID + " " + hellos.sum() + "\n");
    }

    private static void sendText(
            ChannelHandlerContext context, HttpRequest request, HttpResponseStatus status, String text) {
        var content = Unpooled.wrappedBuffer(text.getBytes(StandardCharsets.US_ASCII));
        var response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, content, headers, headers);
        response.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.TEXT_PLAIN)
                .setInt(HttpHeaderNames.CONTENT_LENGTH, content.readableBytes());
        if (HttpUtil.isKeepAlive(request)) {
            context.write(response, context.voidPromise());
        } else {
            HttpUtil.setKeepAlive(response, false);
            context.write(response).addListener(ChannelFutureListener.CLOSE);
        }
    }
}
