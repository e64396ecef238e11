package main

import (
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"sync/atomic"

	"github.com/julienschmidt/httprouter"
)

var hellos atomic.Int64

func hello(w http.ResponseWriter, _ *http.Request, _ httprouter.Params) {
	hellos.Add(1)
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	io.WriteString(w, "Hello, World!")
}

func count(w http.ResponseWriter, _ *http.Request, _ httprouter.Params) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	fmt.Fprintf(w, "%d %d\n", os.Getpid(), hellos.Load())
}

func main() {
	router := httprouter.New()
	router.GET("/", hello)
	router.GET("/count", count)

	addr := net.JoinHostPort(os.Getenv("HOST"), os.Getenv("PORT"))
	log.Fatal(http.ListenAndServe(addr, router))
}
