package main

import (
	"encoding/json"
	"errors"
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"
	"github.com/gin-gonic/gin/binding"
)

const firstProducts = 100

type products struct {
	store *store
}

// productFields is what a client may say of a product. A pointer tells a field
// that is missing from one that is zero.
type productFields struct {
	Name       *string `json:"name" binding:"required"`
	PriceCents *int64  `json:"price_cents" binding:"required"`
}

func newProducts() *products {
	return &products{newStore(firstProducts)}
}

func (h *products) register(group *gin.RouterGroup) {
	group.GET("", h.list)
	group.POST("", limitBody, h.create)
	group.GET("/:id", h.get)
	group.PUT("/:id", limitBody, h.update)
	group.DELETE("/:id", h.remove)
}

func (h *products) list(c *gin.Context) {
	c.JSON(http.StatusOK, h.store.all())
}

func (h *products) get(c *gin.Context) {
	p, found := h.store.get(pathID(c))
	if !found {
		notFound(c)
		return
	}
	c.JSON(http.StatusOK, p)
}

func (h *products) create(c *gin.Context) {
	var fields productFields
	if err := bindWhole(c, &fields); err != nil {
		refuseBody(c, err)
		return
	}
	c.JSON(http.StatusCreated, h.store.add(*fields.Name, *fields.PriceCents))
}

func (h *products) update(c *gin.Context) {
	var fields productFields
	if err := bindWhole(c, &fields); err != nil {
		refuseBody(c, err)
		return
	}
	p, found := h.store.update(pathID(c), *fields.Name, *fields.PriceCents)
	if !found {
		notFound(c)
		return
	}
	c.JSON(http.StatusOK, p)
}

func (h *products) remove(c *gin.Context) {
	if !h.store.remove(pathID(c)) {
		notFound(c)
		return
	}
	c.Status(http.StatusNoContent)
}

// bindWhole is what ShouldBindJSON does, and refuses what it would leave unread
// behind the first JSON value.
func bindWhole(c *gin.Context, into any) error {
	body, err := c.GetRawData()
	if err != nil {
		return err
	}
	if !json.Valid(body) {
		return errors.New("the body is not JSON")
	}
	return binding.JSON.BindBody(body, into)
}

// pathID is 0, which no product has, where the path does not hold a number.
func pathID(c *gin.Context) int64 {
	id, err := strconv.ParseInt(c.Param("id"), 10, 64)
	if err != nil {
		return 0
	}
	return id
}

func notFound(c *gin.Context) {
	c.JSON(http.StatusNotFound, gin.H{"error": "no such product"})
}
