package main

import (
	"log"
	"net"
	"os"
	"sync/atomic"

	"github.com/valyala/fasthttp"
)

const textPlain = "text/plain; charset=utf-8"

var hellos atomic.Int64

func hello(ctx *fasthttp.RequestCtx) {
	hellos.Add(1)
	ctx.SuccessString(textPlain, "Hello, World!")
}

func count(ctx *fasthttp.RequestCtx) {
	body := fasthttp.AppendUint(nil, os.Getpid())
	body = append(body, ' ')
	body = fasthttp.AppendUint(body, int(hellos.Load()))
	ctx.Success(textPlain, append(body, '\n'))
}

func route(ctx *fasthttp.RequestCtx) {
	switch string(ctx.Path()) {
	case "/":
		hello(ctx)
	case "/count":
		count(ctx)
	default:
		ctx.Error("not found", fasthttp.StatusNotFound)
	}
}

func main() {
	addr := net.JoinHostPort(os.Getenv("HOST"), os.Getenv("PORT"))
	log.Fatal(fasthttp.ListenAndServe(addr, route))
}
