package main

import (
	"log"
	"net"
	"net/http"
	"os"
	"sync/atomic"

	"github.com/gin-gonic/gin"
)

var hellos atomic.Int64

func hello(c *gin.Context) {
	hellos.Add(1)
	c.String(http.StatusOK, "Hello, World!")
}

func count(c *gin.Context) {
	c.String(http.StatusOK, "%d %d\n", os.Getpid(), hellos.Load())
}

func main() {
	router := gin.New()
	router.Use(gin.Recovery())
	router.GET("/", hello)
	router.GET("/count", count)

	addr := net.JoinHostPort(os.Getenv("HOST"), os.Getenv("PORT"))
	log.Fatal(router.Run(addr))
}
