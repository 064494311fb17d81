# SPDX-License-Identifier: MIT
"""nginx on loopback, with a log of what it sent: one line "STATUS BYTES RANGE URI" a request."""
import os
import shutil
import socket
import subprocess
import tempfile
import time

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")
CONFIGURATION = """
daemon off; master_process off; pid {folder}/pid; error_log {folder}/errors;
events {{ worker_connections 64; }}
http {{
  log_format sent '$status $body_bytes_sent "$http_range" $uri';
  client_body_temp_path {folder}/a; proxy_temp_path {folder}/b; fastcgi_temp_path {folder}/c;
  uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
  server {{
    listen 127.0.0.1:{port};
    root {root}; access_log {folder}/log sent; sendfile on; gzip {gzip}; gzip_types *;
    location /whole/ {{ alias {root}/; max_ranges 0; }}
    location /moved/ {{ rewrite ^/moved/(.*)$ /$1 redirect; }}
  }}
}}
"""


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Nginx:
    def __init__(self, root, gzip="on"):
        """With gzip on, whoever takes encoded bodies gets whole files: nginx gives no parts of those."""
        self.folder, self.root = tempfile.mkdtemp(prefix="nopy-nginx-"), root
        for attempt in range(5):
            self.port = free_port()
            path = os.path.join(self.folder, "conf")
            with open(path, "w", encoding="ascii") as out:
                out.write(CONFIGURATION.format(folder=self.folder, root=root, port=self.port, gzip=gzip))
            self.process = subprocess.Popen([NGINX, "-p", self.folder, "-c", path], stderr=subprocess.DEVNULL)
            if self.answers():
                return
            self.process.kill()
            self.process.wait()
        raise RuntimeError("nginx did not start")

    def answers(self):
        for _ in range(200):
            if self.process.poll() is not None:
                return False
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return True
            except OSError:
                time.sleep(0.05)
        return False

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder)

    def url(self, name, way=""):
        return f"http://127.0.0.1:{self.port}/{way}{name}"

    def lines(self):
        with open(os.path.join(self.folder, "log"), encoding="ascii") as log:
            return [line.split(" ", 2) for line in log]

    def sent_by(self, run):
        """Runs it; (requests, bytes sent) until then, and its result."""
        before = len(self.lines())
        result = run()
        last, lines = -1, self.lines()
        while last != len(lines):  # nginx writes a line when a connection is done
            time.sleep(0.05)
            last, lines = len(lines), self.lines()
        lines = lines[before:]
        return len(lines), sum(int(line[1]) for line in lines), result
