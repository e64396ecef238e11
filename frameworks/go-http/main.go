package main

import (
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
	"sync/atomic"
	"time"
)

const (
	maxBodyBytes = 1 << 20
	maxWaitMs    = 10_000
)

var hellos atomic.Int64

func hello(w http.ResponseWriter, _ *http.Request) {
	hellos.Add(1)
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	io.WriteString(w, "Hello, World!")
}

func count(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	fmt.Fprintf(w, "%d %d\n", os.Getpid(), hellos.Load())
}

func echo(w http.ResponseWriter, r *http.Request) {
	body, ok := readBody(w, r)
	if !ok {
		return
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Write(body)
}

func wait(w http.ResponseWriter, r *http.Request) {
	ms, err := strconv.ParseUint(r.URL.Query().Get("ms"), 10, 64)
	if err != nil || ms > maxWaitMs {
		http.Error(w, fmt.Sprintf("ms is a whole number from 0 to %d", maxWaitMs), http.StatusBadRequest)
		return
	}

	select {
	case <-time.After(time.Duration(ms) * time.Millisecond):
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		fmt.Fprintf(w, "waited %d", ms)
	case <-r.Context().Done():
	}
}

// readBody has answered the request where it returns false.
func readBody(w http.ResponseWriter, r *http.Request) ([]byte, bool) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBodyBytes))
	if err == nil {
		return body, true
	}

	status := http.StatusBadRequest
	if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
		status = http.StatusRequestEntityTooLarge
	}
	http.Error(w, err.Error(), status)
	return nil, false
}

func main() {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", hello)
	mux.HandleFunc("GET /count", count)
	mux.HandleFunc("POST /echo", echo)
	mux.HandleFunc("GET /wait", wait)
	newProducts().register(mux)

	addr := net.JoinHostPort(os.Getenv("HOST"), os.Getenv("PORT"))
	log.Fatal(http.ListenAndServe(addr, mux))
}
