from itertools import count

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

# A dict keeps the order of insertion, which is that of the ids. No lock is needed: the event loop
# runs one handler at a time, and none awaits between looking a product up and changing it.
products = {}
ids = count(1)


def add(name, price_cents):
    product = {"id": next(ids), "name": name, "price_cents": price_cents}
    products[product["id"]] = product
    return product


for n in range(1, 101):
    add(f"Product {n}", n * 100)


def find(request):
    try:
        return products[request.path_params["id"]]
    except KeyError:
        raise HTTPException(404) from None


async def read_fields(request):
    try:
        body = await request.json()
    except (ValueError, RecursionError) as error:
        raise HTTPException(400, str(error)) from None

    if not isinstance(body, dict):
        raise HTTPException(400, "the body must be an object")
    name, price_cents = body.get("name"), body.get("price_cents")
    if not isinstance(name, str) or not is_unicode(name):
        raise HTTPException(400, "name must be a string")
    if type(price_cents) is not int:  # isinstance would take a bool for an int
        raise HTTPException(400, "price_cents must be an integer")
    return {"name": name, "price_cents": price_cents}


def is_unicode(text):
    """False for half a surrogate pair, which JSON may hold and no answer could carry."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


async def list_products(request):
    return JSONResponse(list(products.values()))


async def create_product(request):
    return JSONResponse(add(**await read_fields(request)), 201)


async def get_product(request):
    return JSONResponse(find(request))


async def update_product(request):
    fields = await read_fields(request)
    product = find(request)
    product.update(fields)
    return JSONResponse(product)


async def delete_product(request):
    product = find(request)
    del products[product["id"]]
    return Response(status_code=204)


routes = [
    Route("/products", list_products),
    Route("/products", create_product, methods=["POST"]),
    Route("/products/{id:int}", get_product),
    Route("/products/{id:int}", update_product, methods=["PUT"]),
    Route("/products/{id:int}", delete_product, methods=["DELETE"]),
]
