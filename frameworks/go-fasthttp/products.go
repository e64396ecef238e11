package main

import (
	"encoding/json"
	"errors"

	"github.com/valyala/fasthttp"
)

const firstProducts = 100

type products struct {
	store *store
}

// productFields is what a client may say of a product. A pointer tells a field
// that is missing from one that is zero.
type productFields struct {
	Name       *string `json:"name"`
	PriceCents *int    `json:"price_cents"`
}

func newProducts() *products {
	return &products{newStore(firstProducts)}
}

func (h *products) list(ctx *fasthttp.RequestCtx) {
	writeJSON(ctx, fasthttp.StatusOK, h.store.all())
}

func (h *products) get(ctx *fasthttp.RequestCtx, id int) {
	p, found := h.store.get(id)
	if !found {
		notFound(ctx)
		return
	}
	writeJSON(ctx, fasthttp.StatusOK, p)
}

func (h *products) create(ctx *fasthttp.RequestCtx) {
	fields, err := readFields(ctx)
	if err != nil {
		ctx.Error(err.Error(), fasthttp.StatusBadRequest)
		return
	}
	writeJSON(ctx, fasthttp.StatusCreated, h.store.add(*fields.Name, *fields.PriceCents))
}

func (h *products) update(ctx *fasthttp.RequestCtx, id int) {
	fields, err := readFields(ctx)
	if err != nil {
		ctx.Error(err.Error(), fasthttp.StatusBadRequest)
		return
	}
	p, found := h.store.update(id, *fields.Name, *fields.PriceCents)
	if !found {
		notFound(ctx)
		return
	}
	writeJSON(ctx, fasthttp.StatusOK, p)
}

func (h *products) remove(ctx *fasthttp.RequestCtx, id int) {
	if !h.store.remove(id) {
		notFound(ctx)
		return
	}
	ctx.SetStatusCode(fasthttp.StatusNoContent)
}

func readFields(ctx *fasthttp.RequestCtx) (productFields, error) {
	var fields productFields
	if err := json.Unmarshal(ctx.PostBody(), &fields); err != nil {
		return fields, err
	}
	if fields.Name == nil || fields.PriceCents == nil {
		return fields, errors.New("name and price_cents are required")
	}
	return fields, nil
}

func writeJSON(ctx *fasthttp.RequestCtx, status int, value any) {
	ctx.SetContentType("application/json")
	ctx.SetStatusCode(status)
	json.NewEncoder(ctx).Encode(value)
}
