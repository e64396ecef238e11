import os

from flask import Flask

app = Flask(__name__)
hellos = 0


@app.get("/")
def hello():
    global hellos
    hellos += 1
    return "Hello, World!", {"Content-Type": "text/plain; charset=utf-8"}


@app.get("/count")
def count():
    return f"{os.getpid()} {hellos}\n", {"Content-Type": "text/plain; charset=utf-8"}
