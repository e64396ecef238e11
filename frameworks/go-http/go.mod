module pacer/go-http

go 1.26.0
