import os

from fastapi import FastAPI
from fastapi.responses import PlainTextResponse

app = FastAPI(default_response_class=PlainTextResponse)
hellos = 0


@app.get("/")
async def hello():
    global hellos
    hellos += 1
    return "Hello, World!"


@app.get("/count")
async def count():
    return f"{os.getpid()} {hellos}\n"
