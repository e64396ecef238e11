import os

from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route

hellos = 0


async def hello(request):
    global hellos
    hellos += 1
    return PlainTextResponse("Hello, World!")


async def count(request):
    return PlainTextResponse(f"{os.getpid()} {hellos}\n")


app = Starlette(routes=[Route("/", hello), Route("/count", count)])
