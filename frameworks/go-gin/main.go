package main

import (
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/gin-gonic/gin"
)

const (
	maxBodyBytes = 1 << 20
	maxWaitMs    = 10_000
)

var hellos atomic.Int64

func hello(c *gin.Context) {
	hellos.Add(1)
	c.String(http.StatusOK, "Hello, World!")
}

func count(c *gin.Context) {
	c.String(http.StatusOK, "%d %d\n", os.Getpid(), hellos.Load())
}

func echo(c *gin.Context) {
	body, err := c.GetRawData()
	if err != nil {
		refuseBody(c, err)
		return
	}
	c.Data(http.StatusOK, "application/octet-stream", body)
}

func wait(c *gin.Context) {
	ms, err := strconv.ParseUint(c.Query("ms"), 10, 64)
	if err != nil || ms > maxWaitMs {
		message := fmt.Sprintf("ms is a whole number from 0 to %d", maxWaitMs)
		c.JSON(http.StatusBadRequest, gin.H{"error": message})
		return
	}

	select {
	case <-time.After(time.Duration(ms) * time.Millisecond):
		c.String(http.StatusOK, "waited %d", ms)
	case <-c.Request.Context().Done():
	}
}

func limitBody(c *gin.Context) {
	c.Request.Body = http.MaxBytesReader(c.Writer, c.Request.Body, maxBodyBytes)
}

func refuseBody(c *gin.Context, err error) {
	status := http.StatusBadRequest
	if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
		status = http.StatusRequestEntityTooLarge
	}
	c.JSON(status, gin.H{"error": err.Error()})
}

func main() {
	router := gin.New()
	router.Use(gin.Recovery())
	router.GET("/", hello)
	router.GET("/count", count)
	router.POST("/echo", limitBody, echo)
	router.GET("/wait", wait)
	newProducts().register(router.Group("/products"))

	addr := net.JoinHostPort(os.Getenv("HOST"), os.Getenv("PORT"))
	log.Fatal(router.Run(addr))
}
