package hello;

import java.io.IOException;
import java.util.concurrent.atomic.LongAdder;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.annotation.WebFilter;

@WebFilter("/")
public class HelloFilter implements Filter {
    static final LongAdder hellos = new LongAdder();

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException {
        hellos.increment();
        response.setContentType("text/plain");
        response.getWriter().write("Hello, World!");
    }
}
