import asyncio
import os
from typing import Annotated

from fastapi import FastAPI, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from pydantic import BeforeValidator

import products

app = FastAPI()
hellos = 0


@app.exception_handler(RequestValidationError)
async def refuse(request: Request, error: RequestValidationError):
    """FastAPI's own answer but for two things: its status would be 422, and it would repeat the
    input, which is not always fit for JSON."""
    detail = [{key: one[key] for key in ("type", "loc", "msg")} for one in error.errors()]
    return JSONResponse({"detail": detail}, status_code=400)


@app.get("/", response_class=PlainTextResponse)
async def hello():
    global hellos
    hellos += 1
    return "Hello, World!"


@app.get("/count", response_class=PlainTextResponse)
async def count():
    return f"{os.getpid()} {hellos}\n"


@app.post("/echo")
async def echo(request: Request):
    return Response(await request.body(), media_type="application/octet-stream")


def whole(text: str) -> str:
    """Pydantic would take 5.0 for a whole number."""
    if not text.isdecimal():
        raise ValueError("not a whole number")
    return text


@app.get("/wait", response_class=PlainTextResponse)
async def wait(ms: Annotated[int, BeforeValidator(whole), Query(ge=0, le=10_000)]):
    # uvloop counts whole milliseconds, and may wake up to one of them early.
    await asyncio.sleep((ms + 1) / 1000)
    return f"waited {ms}"


app.include_router(products.router)
