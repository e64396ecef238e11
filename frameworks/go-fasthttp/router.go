package main

import (
	"bytes"

	"github.com/valyala/fasthttp"
)

var productPrefix = []byte("/products/")

// router switches on path and method: fasthttp leaves routing to its user.
type router struct {
	products *products
}

func (r *router) route(ctx *fasthttp.RequestCtx) {
	switch string(ctx.Path()) {
	case "/":
		hello(ctx)
	case "/count":
		count(ctx)
	case "/echo":
		only(fasthttp.MethodPost, echo, ctx)
	case "/wait":
		only(fasthttp.MethodGet, wait, ctx)
	case "/products":
		r.routeProducts(ctx)
	default:
		if id, found := bytes.CutPrefix(ctx.Path(), productPrefix); found {
			r.routeProduct(ctx, id)
			return
		}
		notFound(ctx)
	}
}

func (r *router) routeProducts(ctx *fasthttp.RequestCtx) {
	switch string(ctx.Method()) {
	case fasthttp.MethodGet:
		r.products.list(ctx)
	case fasthttp.MethodPost:
		r.products.create(ctx)
	default:
		methodNotAllowed(ctx)
	}
}

func (r *router) routeProduct(ctx *fasthttp.RequestCtx, segment []byte) {
	id, err := fasthttp.ParseUint(segment)
	if err != nil {
		notFound(ctx)
		return
	}
	switch string(ctx.Method()) {
	case fasthttp.MethodGet:
		r.products.get(ctx, id)
	case fasthttp.MethodPut:
		r.products.update(ctx, id)
	case fasthttp.MethodDelete:
		r.products.remove(ctx, id)
	default:
		methodNotAllowed(ctx)
	}
}

func only(method string, handle fasthttp.RequestHandler, ctx *fasthttp.RequestCtx) {
	if string(ctx.Method()) != method {
		methodNotAllowed(ctx)
		return
	}
	handle(ctx)
}

func notFound(ctx *fasthttp.RequestCtx) {
	ctx.Error("not found", fasthttp.StatusNotFound)
}

func methodNotAllowed(ctx *fasthttp.RequestCtx) {
	ctx.Error("method not allowed", fasthttp.StatusMethodNotAllowed)
}
