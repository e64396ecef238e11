from itertools import count
from typing import Annotated

from fastapi import APIRouter, HTTPException
from pydantic import AfterValidator, BaseModel, ConfigDict

router = APIRouter(prefix="/products")


def encodable(text: str) -> str:
    """Refuses half a surrogate pair, which JSON may hold and no answer could carry."""
    text.encode()
    return text


class Fields(BaseModel):
    """What a client may say of a product. Strict: "5" and true are no integers."""

    model_config = ConfigDict(strict=True)

    name: Annotated[str, AfterValidator(encodable)]
    price_cents: int


class Product(Fields):
    id: int


# A dict keeps the order of insertion, which is that of the ids. No lock is needed: the event loop
# runs one handler at a time, and none awaits.
products: dict[int, Product] = {}
ids = count(1)


def add(fields: Fields) -> Product:
    product = Product(id=next(ids), name=fields.name, price_cents=fields.price_cents)
    products[product.id] = product
    return product


for n in range(1, 101):
    add(Fields(name=f"Product {n}", price_cents=n * 100))


def find(id: int) -> Product:
    if id not in products:
        raise HTTPException(404)
    return products[id]


@router.get("")
async def list_products() -> list[Product]:
    return list(products.values())


@router.post("", status_code=201)
async def create_product(fields: Fields) -> Product:
    return add(fields)


@router.get("/{id:int}")
async def get_product(id: int) -> Product:
    return find(id)


@router.put("/{id:int}")
async def update_product(id: int, fields: Fields) -> Product:
    product = find(id)
    product.name, product.price_cents = fields.name, fields.price_cents
    return product


@router.delete("/{id:int}", status_code=204)
async def delete_product(id: int) -> None:
    del products[find(id).id]
