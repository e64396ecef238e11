package hello

import io.ktor.server.application.Application
import io.ktor.server.netty.EngineMain
import io.ktor.server.response.respondText
import io.ktor.server.routing.get
import io.ktor.server.routing.routing
import java.util.concurrent.atomic.LongAdder

private val pid = ProcessHandle.current().pid()
private val hellos = LongAdder()

fun main(args: Array<String>) = EngineMain.main(args)

fun Application.module() {
    routing {
        get("/") {
            hellos.increment()
            call.respondText("Hello, World!")
        }
        get("/count") {
            call.respondText("$pid ${hellos.sum()}\n")
        }
    }
}
