module pacer/go-echo

go 1.26.0

require github.com/labstack/echo/v5 v5.4.5

require golang.org/x/time v0.15.0 // indirect
