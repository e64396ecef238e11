import os

from aiohttp import web

routes = web.RouteTableDef()
hellos = 0


@routes.get("/")
async def hello(request):
    global hellos
    hellos += 1
    return web.Response(body=b"Hello, World!", content_type="text/plain")


@routes.get("/count")
async def count(request):
    return web.Response(text=f"{os.getpid()} {hellos}\n")


app = web.Application()
app.add_routes(routes)
