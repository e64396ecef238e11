package main

import (
	"fmt"
	"log"
	"net"
	"os"
	"sync/atomic"
	"time"

	"github.com/valyala/fasthttp"
)

const (
	textPlain = "text/plain; charset=utf-8"
	maxWaitMs = 10_000
)

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

func echo(ctx *fasthttp.RequestCtx) {
	ctx.Success("application/octet-stream", ctx.PostBody())
}

func wait(ctx *fasthttp.RequestCtx) {
	ms, err := ctx.QueryArgs().GetUint("ms")
	if err != nil || ms > maxWaitMs {
		ctx.Error(fmt.Sprintf("ms is a whole number from 0 to %d", maxWaitMs), fasthttp.StatusBadRequest)
		return
	}

	// This holds the goroutine of one connection only.
	time.Sleep(time.Duration(ms) * time.Millisecond)
	ctx.SuccessString(textPlain, fmt.Sprintf("waited %d", ms))
}

func main() {
	addr := net.JoinHostPort(os.Getenv("HOST"), os.Getenv("PORT"))
	router := &router{newProducts()}
	server := &fasthttp.Server{
		Handler: router.route,
		// echo answers with a form's bytes as they came.
		DisablePreParseMultipartForm: true,
	}
	log.Fatal(server.ListenAndServe(addr))
}
