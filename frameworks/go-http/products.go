package main

import (
	"encoding/json"
	"net/http"
	"strconv"
)

const firstProducts = 100

type products struct {
	store *store
}

// productFields is what a client may say of a product. A pointer tells a field
// that is missing from one that is zero.
type productFields struct {
	Name       *string `json:"name"`
	PriceCents *int64  `json:"price_cents"`
}

func newProducts() *products {
	return &products{newStore(firstProducts)}
}

func (h *products) register(mux *http.ServeMux) {
	mux.HandleFunc("GET /products", h.list)
	mux.HandleFunc("POST /products", h.create)
	mux.HandleFunc("GET /products/{id}", h.get)
	mux.HandleFunc("PUT /products/{id}", h.update)
	mux.HandleFunc("DELETE /products/{id}", h.remove)
}

func (h *products) list(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, h.store.all())
}

func (h *products) get(w http.ResponseWriter, r *http.Request) {
	p, found := h.store.get(pathID(r))
	if !found {
		http.NotFound(w, r)
		return
	}
	writeJSON(w, http.StatusOK, p)
}

func (h *products) create(w http.ResponseWriter, r *http.Request) {
	fields, ok := readFields(w, r)
	if !ok {
		return
	}
	writeJSON(w, http.StatusCreated, h.store.add(*fields.Name, *fields.PriceCents))
}

func (h *products) update(w http.ResponseWriter, r *http.Request) {
	fields, ok := readFields(w, r)
	if !ok {
		return
	}
	p, found := h.store.update(pathID(r), *fields.Name, *fields.PriceCents)
	if !found {
		http.NotFound(w, r)
		return
	}
	writeJSON(w, http.StatusOK, p)
}

func (h *products) remove(w http.ResponseWriter, r *http.Request) {
	if !h.store.remove(pathID(r)) {
		http.NotFound(w, r)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// pathID is 0, which no product has, where the path does not hold a number.
func pathID(r *http.Request) int64 {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		return 0
	}
	return id
}

// readFields has answered the request where it returns false.
func readFields(w http.ResponseWriter, r *http.Request) (fields productFields, ok bool) {
	body, ok := readBody(w, r)
	if !ok {
		return fields, false
	}
	if err := json.Unmarshal(body, &fields); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return fields, false
	}
	if fields.Name == nil || fields.PriceCents == nil {
		http.Error(w, "name and price_cents are required", http.StatusBadRequest)
		return fields, false
	}
	return fields, true
}

func writeJSON(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(value)
}
