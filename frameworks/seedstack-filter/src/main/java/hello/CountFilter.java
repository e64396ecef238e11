package hello;

import java.io.IOException;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.annotation.WebFilter;

@WebFilter("/count")
public class CountFilter implements Filter {
    private static final long PID = ProcessHandle.current().pid();

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException {
        response.setContentType("text/plain");
        response.getWriter().write(PID + " " + HelloFilter.hellos.sum() + "\n");
    }
}
