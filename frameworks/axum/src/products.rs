use std::sync::Arc;

use axum::extract::rejection::{JsonRejection, PathRejection};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde::Deserialize;

use crate::store::{Fields, Product, Store};

pub fn router() -> Router {
    Router::new()
        .route("/products", get(list).post(create))
        .route("/products/{id}", get(read).put(update).delete(remove))
        .with_state(Arc::new(Store::new()))
}

enum Error {
    NotFound,
    Body(JsonRejection),
}

impl From<PathRejection> for Error {
    fn from(_: PathRejection) -> Self {
        Self::NotFound
    }
}

impl From<JsonRejection> for Error {
    fn from(rejection: JsonRejection) -> Self {
        Self::Body(rejection)
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        match self {
            Self::NotFound => StatusCode::NOT_FOUND.into_response(),
            // axum would say 422 where the JSON is sound and the product is not.
            Self::Body(JsonRejection::JsonDataError(error)) => {
                (StatusCode::BAD_REQUEST, error.body_text()).into_response()
            }
            Self::Body(rejection) => rejection.into_response(),
        }
    }
}

type Shop = State<Arc<Store>>;
type Id = Result<Path<u64>, PathRejection>;
type Body = Result<Json<Object>, JsonRejection>;

/// What is flattened can only be an object: serde would take a list of the fields' values as well.
#[derive(Deserialize)]
struct Object {
    #[serde(flatten)]
    fields: Fields,
}

async fn list(State(store): Shop) -> Json<Vec<Product>> {
    Json(store.all())
}

async fn read(State(store): Shop, id: Id) -> Result<Json<Product>, Error> {
    let Path(id) = id?;
    store.get(id).map(Json).ok_or(Error::NotFound)
}

async fn create(State(store): Shop, body: Body) -> Result<(StatusCode, Json<Product>), Error> {
    let Json(Object { fields }) = body?;
    Ok((StatusCode::CREATED, Json(store.add(fields))))
}

async fn update(State(store): Shop, id: Id, body: Body) -> Result<Json<Product>, Error> {
    let Path(id) = id?;
    let Json(Object { fields }) = body?;
    store.update(id, fields).map(Json).ok_or(Error::NotFound)
}

async fn remove(State(store): Shop, id: Id) -> Result<StatusCode, Error> {
    let Path(id) = id?;
    store
        .remove(id)
        .map(|_| StatusCode::NO_CONTENT)
        .ok_or(Error::NotFound)
}
