package main

import (
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"sync/atomic"

	"github.com/labstack/echo/v5"
	"github.com/labstack/echo/v5/middleware"
)

var hellos atomic.Int64

func hello(c *echo.Context) error {
	hellos.Add(1)
	return c.String(http.StatusOK, "Hello, World!")
}

func count(c *echo.Context) error {
	return c.String(http.StatusOK, fmt.Sprintf("%d %d\n", os.Getpid(), hellos.Load()))
}

func main() {
	e := echo.New()
	e.Use(middleware.Recover())
	e.GET("/", hello)
	e.GET("/count", count)

	addr := net.JoinHostPort(os.Getenv("HOST"), os.Getenv("PORT"))
	if err := e.Start(addr); err != nil {
		log.Fatal(err)
	}
}
