import os

from robyn import Robyn

app = Robyn(__file__)
hellos = 0


@app.get("/")
async def hello():
    global hellos
    hellos += 1
    return "Hello, World!"


@app.get("/count")
async def count():
    return f"{os.getpid()} {hellos}\n"


app.start(host=os.environ["HOST"], port=int(os.environ["PORT"]))
