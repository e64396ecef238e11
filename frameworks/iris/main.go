package main

import (
	"log"
	"net"
	"os"
	"sync/atomic"

	"github.com/kataras/iris/v12"
)

var hellos atomic.Int64

func hello(ctx iris.Context) {
	hellos.Add(1)
	ctx.Text("Hello, World!")
}

func count(ctx iris.Context) {
	ctx.Text("%d %d\n", os.Getpid(), hellos.Load())
}

func main() {
	app := iris.New()
	app.Logger().SetLevel("warn")
	app.Get("/", hello)
	app.Get("/count", count)

	addr := net.JoinHostPort(os.Getenv("HOST"), os.Getenv("PORT"))
	if err := app.Listen(addr, iris.WithoutStartupLog, iris.WithOptimizations); err != nil {
		log.Fatal(err)
	}
}
