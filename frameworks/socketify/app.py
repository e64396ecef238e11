import multiprocessing
import os
import signal
import sys

from socketify import App, AppListenOptions

hellos = 0


def hello(res, req):
    global hellos
    hellos += 1
    res.write_header("Content-Type", "text/plain").end("Hello, World!")


def count(res, req):
    res.write_header("Content-Type", "text/plain").end(f"{os.getpid()} {hellos}\n")


def not_found(res, req):
    res.write_status(404).end("Not Found")


def serve():
    app = App()
    app.get("/", hello)
    app.get("/count", count)
    app.any("/*", not_found)
    app.listen(AppListenOptions(port=int(os.environ["PORT"]), host=os.environ["HOST"]))
    app.run()


# Not by socketify's own command line: on SIGTERM that leaves its workers behind.
if __name__ == "__main__":
    workers = [multiprocessing.Process(target=serve) for _ in range(int(sys.argv[1]))]
    for worker in workers:
        worker.start()

    def stop(signum, frame):
        for worker in workers:
            worker.terminate()

    signal.signal(signal.SIGTERM, stop)
    for worker in workers:
        worker.join()
