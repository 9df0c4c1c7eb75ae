"""A server in place of met.no and Open-Meteo: web-server.py FOLDER [CERTIFICATE].

It prints its port. With a certificate, a file that also has its key, it uses TLS. The file FOLDER/mode sets how it answers.
Each request adds a line to FOLDER/requests. The forecast is in FOLDER/forecast.json, the place in FOLDER/place.json.
"""

import gzip
import http.server
import os
import ssl
import sys

folder = sys.argv[1]


def read(name):
    try:
        with open(os.path.join(folder, name), "rb") as file:
            return file.read()
    except FileNotFoundError:
        return b""


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def answer(self, status, body=b"", **fields):
        self.send_response(status)
        for name, value in fields.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        since = self.headers.get("If-Modified-Since", "-")
        with open(os.path.join(folder, "requests"), "a") as file:
            file.write(f"{self.path} {self.headers.get('User-Agent', '-')} | {since}\n")
        mode = read("mode").decode().strip()
        place = self.path.startswith("/v1/search")
        body = read("place.json" if place else "forecast.json")
        fields = {"Last_Modified": "Thu, 26 Nov 2026 06:00:00 GMT", "Expires": "Thu, 26 Nov 2026 06:30:00 GMT"}
        if mode == "error":
            self.answer(500, b"broken")
        elif mode == "silent":
            # Waits until the client gives up.
            self.connection.recv(1)
        elif mode == "close":
            self.close_connection = True
        elif mode == "redirect" and not self.path.startswith("/moved"):
            self.answer(302, Location="/moved" + self.path)
        elif mode == "loop":
            self.answer(302, Location=self.path)
        elif mode == "garbage":
            self.answer(200, b"\x00\xff<html>")
        elif mode == "huge":
            self.answer(200, b" " * (3 << 20))
        elif mode == "bomb":
            self.answer(200, gzip.compress(b" " * (64 << 20)), Content_Encoding="gzip")
        elif mode == "gzip":
            self.answer(200, gzip.compress(body), Content_Encoding="gzip", **fields)
        elif mode == "renew" and since != "-":
            self.answer(304, **fields)
        else:
            self.answer(200, body, **fields)


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True


server = Server(("127.0.0.1", 0), Handler)
if len(sys.argv) > 2:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[2])
    server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_address[1], flush=True)
server.serve_forever()
