#!/usr/bin/python3
"""A web server that answers with a place. usage: place-server.py FILE

GET / answers with the file, or with 404 if it doesn't exist. GET /held answers after a request for /release. The first
printed line is the port. Each other line is the path of a request.
"""

import http.server
import sys
import threading

released = threading.Event()


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        print(self.path, flush=True)
        if self.path == "/release":
            released.set()
        elif self.path == "/held":
            released.wait()
        try:
            with open(sys.argv[1], "rb") as file:
                status, body = 200, file.read()
        except FileNotFoundError:
            status, body = 404, b"{}"
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()
