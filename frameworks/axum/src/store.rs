use std::collections::BTreeMap;
use std::sync::RwLock;

use serde::{Deserialize, Serialize};

const FIRST_PRODUCTS: u64 = 100;

#[derive(Clone, Serialize)]
pub struct Product {
    id: u64,
    name: String,
    price_cents: i64,
}

/// What a client may say of a product.
#[derive(Deserialize)]
pub struct Fields {
    name: String,
    price_cents: i64,
}

impl Fields {
    fn with_id(self, id: u64) -> Product {
        let Self { name, price_cents } = self;
        Product {
            id,
            name,
            price_cents,
        }
    }
}

struct Shelf {
    products: BTreeMap<u64, Product>,
    last_id: u64,
}

/// No lock is held across an await.
pub struct Store(RwLock<Shelf>);

impl Store {
    pub fn new() -> Self {
        let product = |id| {
            let fields = Fields {
                name: format!("Product {id}"),
                price_cents: 100 * id as i64,
            };
            (id, fields.with_id(id))
        };
        let products = (1..=FIRST_PRODUCTS).map(product).collect();
        Self(RwLock::new(Shelf {
            products,
            last_id: FIRST_PRODUCTS,
        }))
    }

    pub fn all(&self) -> Vec<Product> {
        self.0.read().unwrap().products.values().cloned().collect()
    }

    pub fn get(&self, id: u64) -> Option<Product> {
        self.0.read().unwrap().products.get(&id).cloned()
    }

    pub fn add(&self, fields: Fields) -> Product {
        let mut shelf = self.0.write().unwrap();
        shelf.last_id += 1;
        let product = fields.with_id(shelf.last_id);
        shelf.products.insert(product.id, product.clone());
        product
    }

    pub fn update(&self, id: u64, fields: Fields) -> Option<Product> {
        let mut shelf = self.0.write().unwrap();
        let product = shelf.products.get_mut(&id)?;
        *product = fields.with_id(id);
        Some(product.clone())
    }

    pub fn remove(&self, id: u64) -> Option<Product> {
        self.0.write().unwrap().products.remove(&id)
    }
}
