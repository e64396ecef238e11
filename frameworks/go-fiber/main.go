package main

import (
	"fmt"
	"log"
	"net"
	"os"
	"sync/atomic"

	"github.com/gofiber/fiber/v3"
)

var hellos atomic.Int64

func hello(c fiber.Ctx) error {
	hellos.Add(1)
	return c.SendString("Hello, World!")
}

func count(c fiber.Ctx) error {
	return c.SendString(fmt.Sprintf("%d %d\n", os.Getpid(), hellos.Load()))
}

func main() {
	app := fiber.New()
	app.Get("/", hello)
	app.Get("/count", count)

	addr := net.JoinHostPort(os.Getenv("HOST"), os.Getenv("PORT"))
	log.Fatal(app.Listen(addr, fiber.ListenConfig{DisableStartupMessage: true}))
}
