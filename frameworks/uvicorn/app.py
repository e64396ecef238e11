import asyncio
import os
import re

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

import products

MAX_WAIT_MS = 10_000

hellos = 0


async def hello(request):
    global hellos
    hellos += 1
    return PlainTextResponse("Hello, World!")


async def count(request):
    return PlainTextResponse(f"{os.getpid()} {hellos}\n")


async def echo(request):
    return Response(await request.body(), media_type="application/octet-stream")


async def wait(request):
    text = request.query_params.get("ms", "")
    if not re.fullmatch("[0-9]{1,5}", text) or (ms := int(text)) > MAX_WAIT_MS:
        raise HTTPException(400, f"ms must be an integer from 0 to {MAX_WAIT_MS}")
    # uvloop counts whole milliseconds, and may wake up to one of them early.
    await asyncio.sleep((ms + 1) / 1000)
    return PlainTextResponse(f"waited {ms}")


app = Starlette(
    routes=[
        Route("/", hello),
        Route("/count", count),
        Route("/echo", echo, methods=["POST"]),
        Route("/wait", wait),
        *products.routes,
    ]
)
