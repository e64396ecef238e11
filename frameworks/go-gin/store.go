package main

import (
	"cmp"
	"fmt"
	"slices"
	"sync"
)

type product struct {
	ID         int64  `json:"id"`
	Name       string `json:"name"`
	PriceCents int64  `json:"price_cents"`
}

// store holds its products in the order of their ids: an id is given once, under
// the lock, and is always the highest so far.
type store struct {
	mu       sync.RWMutex
	products []product
	lastID   int64
}

func newStore(size int) *store {
	s := &store{}
	for id := 1; id <= size; id++ {
		s.add(fmt.Sprintf("Product %d", id), int64(id)*100)
	}
	return s
}

func (s *store) all() []product {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return slices.Clone(s.products)
}

func (s *store) get(id int64) (product, bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	i, found := s.find(id)
	if !found {
		return product{}, false
	}
	return s.products[i], true
}

func (s *store) add(name string, priceCents int64) product {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lastID++
	p := product{s.lastID, name, priceCents}
	s.products = append(s.products, p)
	return p
}

func (s *store) update(id int64, name string, priceCents int64) (product, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i, found := s.find(id)
	if !found {
		return product{}, false
	}
	s.products[i] = product{id, name, priceCents}
	return s.products[i], true
}

func (s *store) remove(id int64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	i, found := s.find(id)
	if found {
		s.products = slices.Delete(s.products, i, i+1)
	}
	return found
}

// find needs the lock held.
func (s *store) find(id int64) (int, bool) {
	return slices.BinarySearchFunc(s.products, id, func(p product, id int64) int {
		return cmp.Compare(p.ID, id)
	})
}
