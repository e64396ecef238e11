import os

from sanic import Sanic
from sanic.response import text

app = Sanic("pacer")
hellos = 0


@app.get("/")
async def hello(request):
    global hellos
    hellos += 1
    return text("Hello, World!")


@app.get("/count")
async def count(request):
    return text(f"{os.getpid()} {hellos}\n")
