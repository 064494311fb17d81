# SPDX-License-Identifier: MIT
"""A server of ranges that is right, or wrong in one way that the path names: /WAY/NAME serves the file NAME of `files`."""
import http.server
import re
import ssl
import sys
import threading
import time


class Server:
    """Serves `files` (name -> bytes) on loopback, and keeps a list of (way, range) of what was asked."""

    def __init__(self, files, certificate=None):
        """`certificate`: the files of one and its key, for https."""
        self.files, self.asked, self.counts = files, [], {}
        server = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def do_HEAD(self):
                self.send_error(403)

            def do_GET(self):
                try:
                    server.answer(self)
                except (BrokenPipeError, ConnectionResetError):
                    self.close_connection = True

        class Threads(http.server.ThreadingHTTPServer):
            def handle_error(self, request, client_address):
                if not isinstance(sys.exc_info()[1], (ConnectionError, ssl.SSLError)):  # whoever has heard enough goes away
                    super().handle_error(request, client_address)

        self.http = Threads(("127.0.0.1", 0), Handler)
        self.scheme = "https" if certificate else "http"
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*certificate)
            # The handshake is the thread's of the connection: a client that goes away during it must not end the server.
            self.http.socket = context.wrap_socket(self.http.socket, server_side=True, do_handshake_on_connect=False)
        self.http.daemon_threads = True
        self.port = self.http.server_address[1]
        threading.Thread(target=self.http.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.http.shutdown()
        self.http.server_close()

    def url(self, way, name):
        self.asked.clear()
        self.counts.clear()
        return f"{self.scheme}://127.0.0.1:{self.port}/{way}/{name}"

    def part(self, text, total):
        """(first, count) of a Range header, or None."""
        match = re.fullmatch(r"bytes=(\d*)-(\d*)", text or "")
        if not match:
            return None
        if not match[1]:
            count = min(int(match[2]), total)
            return total - count, count
        first = int(match[1])
        last = min(int(match[2]) if match[2] else total - 1, total - 1)
        return (first, last - first + 1) if first <= last else (first, 0)

    def answer(self, request):
        _, way, name = request.path.partition("?")[0].split("/", 2)
        data = self.files[name]
        nth = self.counts[way] = self.counts.get(way, 0) + 1
        asked = request.headers.get("Range")
        part = self.part(asked, len(data))
        self.asked.append((way, asked))
        getattr(self, "way_" + way)(request, data, part, nth)

    def send(self, request, data, part, status=206, etag='"one"', said=None, total=None, length=None, more=(), body=None):
        """A part of `data`; every piece of the answer can be replaced."""
        first, count = part
        body = data[first:first + count] if body is None else body
        request.send_response(status)
        if status == 206:
            said = f"bytes {first}-{first + count - 1}/{len(data) if total is None else total}" if said is None else said
            if said:
                request.send_header("Content-Range", said)
        if etag:
            request.send_header("ETag", etag)
        for field, value in more:
            request.send_header(field, value)
        request.send_header("Content-Length", str(len(body) if length is None else length))
        request.end_headers()
        request.wfile.write(body)
        if length is not None and length != len(body):
            request.close_connection = True

    def whole(self, request, data, **more):
        self.send(request, data, (0, len(data)), status=200, **more)

    def refuse(self, request, status, more=(), body=b""):
        self.send(request, body, (0, len(body)), status=status, etag=None, more=more)

    # What is right, and what servers do that is allowed.

    def way_right(self, request, data, part, _):
        if request.headers.get("If-Match") not in (None, '"one"'):
            return self.refuse(request, 412)
        self.send(request, data, part)

    def way_without_etag(self, request, data, part, _):
        self.send(request, data, part, etag=None)

    def way_weak_etag(self, request, data, part, _):
        if request.headers.get("If-Match"):
            return self.refuse(request, 412)
        self.send(request, data, part, etag='W/"one"')

    def way_unknown_total_later(self, request, data, part, nth):
        self.send(request, data, part, total=None if nth == 1 else "*")

    def way_no_suffix_416(self, request, data, part, _):
        if request.headers["Range"].startswith("bytes=-"):
            return self.refuse(request, 416)
        self.send(request, data, part)

    def way_no_suffix_200(self, request, data, part, _):
        if request.headers["Range"].startswith("bytes=-"):
            return self.whole(request, data)
        self.send(request, data, part)

    def way_then_fine(self, request, data, part, nth):
        if nth % 3:
            return self.refuse(request, 503, [("Retry-After", "0")])
        self.send(request, data, part)

    def way_drops(self, request, data, part, nth):
        """Every other answer ends in its middle."""
        count = part[1] // 2 if nth % 2 == 0 else part[1]
        self.send(request, data, part, body=data[part[0]:part[0] + count], length=part[1])

    def way_drops_chunked(self, request, data, part, nth):
        first, count = part
        request.send_response(206)
        request.send_header("Content-Range", f"bytes {first}-{first + count - 1}/{len(data)}")
        request.send_header("Transfer-Encoding", "chunked")
        request.end_headers()
        some = data[first:first + (count if nth % 2 else count // 3)]
        request.wfile.write(b"%x\r\n%s\r\n0\r\n\r\n" % (len(some), some) if some else b"0\r\n\r\n")

    def way_trailers(self, request, data, part, _):
        """What stands behind the body says nothing of it."""
        first, count = part
        body = data[first:first + count]
        chunk = b"%x\r\n%s\r\n" % (count, body) if body else b""
        request.wfile.write(self.head(data, part, 'ETag: "one"\nTransfer-Encoding: chunked\n\n').replace("\n", "\r\n").encode() + chunk
                            + b'0\r\nContent-Range: bytes 0-1/99999999\r\nETag: "other"\r\nContent-Encoding: gzip\r\n\r\n')

    def way_interim(self, request, data, part, _):
        request.wfile.write(b"HTTP/1.1 103 Early Hints\r\nETag: \"no\"\r\n\r\n")
        self.send(request, data, part)

    def way_moved(self, request, data, part, _):
        self.refuse(request, 302, [("Location", request.path.replace("/moved/", "/right/"))])

    def way_to_other(self, request, data, part, _):
        """To the server that `other` names, which has the file under the same name."""
        name = request.path.rsplit("/", 1)[1]
        self.refuse(request, 302, [("Location", f"{self.other.scheme}://127.0.0.1:{self.other.port}/right/{name}")])

    def way_moved_to_other(self, request, data, part, _):
        self.refuse(request, 302, [("Location", request.path.replace("/moved_to_other/", "/to_other/"))])

    def way_later_to_other(self, request, data, part, nth):
        self.send(request, data, part) if nth == 1 else self.way_to_other(request, data, part, nth)

    def way_whole(self, request, data, part, _):
        self.whole(request, data)

    def way_whole_drops(self, request, data, part, nth):
        self.whole(request, data, body=data[:len(data) // 2] if nth == 3 else data, length=len(data))

    def way_falls_silent(self, request, data, part, nth):
        if nth == 2:
            self.send(request, data, part, body=data[part[0]:part[0] + 1000], length=part[1])
            request.wfile.flush()
            time.sleep(2)
            return
        self.send(request, data, part)

    # What is wrong.

    def way_silent(self, request, data, part, _):
        time.sleep(2)
        request.close_connection = True

    def way_other_range(self, request, data, part, nth):
        first = part[0] + (1 if nth > 1 and part[0] + part[1] < len(data) else 0)
        self.send(request, data, part, said=f"bytes {first}-{first + part[1] - 1}/{len(data)}", body=data[first:first + part[1]])

    def way_shorter_range(self, request, data, part, _):
        self.send(request, data, (part[0], part[1] // 2))

    def way_no_content_range(self, request, data, part, _):
        self.send(request, data, part, said="")

    def way_broken_content_range(self, request, data, part, _):
        self.send(request, data, part, said=f"bytes {part[0]}-/{len(data)}")

    def way_two_content_ranges(self, request, data, part, _):
        self.send(request, data, part, more=[("Content-Range", f"bytes 0-{part[1] - 1}/{len(data)}")])

    def way_wrong_length(self, request, data, part, _):
        """The right range, said of more bytes than it has."""
        self.send(request, data, part, body=data[:part[1] + 7])

    def way_longer_body(self, request, data, part, _):
        first, count = part
        request.send_response(206)
        request.send_header("Content-Range", f"bytes {first}-{first + count - 1}/{len(data)}")
        request.end_headers()
        request.wfile.write(data[first:first + count] + b"more")
        request.close_connection = True

    def way_always_short(self, request, data, part, _):
        self.send(request, data, part, body=b"", length=part[1])

    def say_more(self, request, data, part, status, count):
        """The first `count` bytes of what is announced; then the connection stays, and nothing comes."""
        first = part[0]
        self.send(request, data, part, status=status, body=data[first:first + count], length=part[1])
        request.wfile.flush()
        time.sleep(3)

    def way_overlong(self, request, data, part, _):
        self.say_more(request, data, (0, len(data) + 1000), 200, len(data))

    def way_overlong_part(self, request, data, part, nth):
        if nth == 1:
            return self.send(request, data, part)
        self.say_more(request, data, part, 206, max(0, 70_000 - part[0]))

    def way_gzip(self, request, data, part, _):
        self.send(request, data, part, more=[("Content-Encoding", "gzip")])

    def way_whole_later(self, request, data, part, nth):
        self.send(request, data, part) if nth == 1 else self.whole(request, data)

    def way_changed(self, request, data, part, nth):
        """Another file from the second request on; the server does not know If-Match."""
        self.send(request, data if nth == 1 else bytes(len(data)), part, etag='"one"' if nth == 1 else '"two"')

    def way_changed_412(self, request, data, part, nth):
        if nth > 1 and request.headers.get("If-Match") == '"one"':
            return self.refuse(request, 412)
        self.send(request, data, part)

    def way_changed_length(self, request, data, part, nth):
        self.send(request, data, part, etag=None, total=len(data) + (nth > 1))

    def way_changed_date(self, request, data, part, nth):
        self.send(request, data, part, etag=None, more=[("Last-Modified", f"Mon, 0{min(nth, 2)} Jan 2024 00:00:00 GMT")])

    def way_lost_etag(self, request, data, part, nth):
        self.send(request, data, part, etag='"one"' if nth == 1 else None)

    def way_forbidden(self, request, data, part, _):
        self.refuse(request, 403, body=b"<Error><Code>AccessDenied</Code><StringToSign>secret</StringToSign></Error>")

    def way_missing(self, request, data, part, _):
        self.refuse(request, 404)

    def way_down(self, request, data, part, _):
        self.refuse(request, 503)

    def way_loop(self, request, data, part, _):
        self.refuse(request, 302, [("Location", request.path)])

    def way_to_file(self, request, data, part, _):
        self.refuse(request, 302, [("Location", "file:///etc/passwd")])

    def way_to_ftp(self, request, data, part, _):
        self.refuse(request, 302, [("Location", "ftp://127.0.0.1/x")])

    def raw(self, request, head, body=b""):
        """An answer as it is written here."""
        request.wfile.write(head.replace("\n", "\r\n").encode("latin1") + b"\r\n" + body)
        request.close_connection = True

    def without_end(self, request, head, more, pause=0.0):
        """A head that never ends: for who hangs up."""
        request.wfile.write(head.replace("\n", "\r\n").encode("latin1"))
        for _ in range(100_000):
            request.wfile.write(more)
            time.sleep(pause)

    def head(self, data, part, more=""):
        first, count = part
        return f"HTTP/1.1 206 Partial Content\nContent-Range: bytes {first}-{first + count - 1}/{len(data)}\n{more}"

    def way_no_http(self, request, data, part, _):
        self.raw(request, "", data[:100])

    def way_status_000(self, request, data, part, _):
        self.raw(request, "HTTP/1.1 000 x\n")

    def way_status_negative(self, request, data, part, _):
        self.raw(request, "HTTP/1.1 -20 x\n")

    def way_moved_to_no_http(self, request, data, part, _):
        self.refuse(request, 302, [("Location", request.path.replace("/moved_to_no_http/", "/no_http/"))])

    def way_no_answer(self, request, data, part, _):
        request.close_connection = True

    def way_nul(self, request, data, part, _):
        self.raw(request, self.head(data, part, "X: a\0b\n"), data[part[0]:part[0] + part[1]])

    def way_negative_length(self, request, data, part, _):
        self.raw(request, self.head(data, part, "Content-Length: -5\n"), data[part[0]:part[0] + part[1]])

    def way_endless_line(self, request, data, part, _):
        self.without_end(request, "HTTP/1.1 206 x\nX: ", b"a" * 65536)

    def way_endless_head(self, request, data, part, _):
        self.without_end(request, "HTTP/1.1 206 x\n", b"X: " + b"a" * 1000 + b"\r\n")

    def way_endless_interim(self, request, data, part, _):
        self.without_end(request, "", b"HTTP/1.1 103 Early\r\nLink: a\r\n\r\n")

    def way_slow_head(self, request, data, part, _):
        self.without_end(request, "HTTP/1.1 206 x\n", b"X: a\r\n", 0.05)

    def way_drip(self, request, data, part, _):
        self.without_end(request, self.head(data, part) + "\n", b"a", 0.05)

    def way_control_in_etag(self, request, data, part, _):
        self.raw(request, self.head(data, part, 'ETag: "a\rX-Injected: 1"\n'), data[part[0]:part[0] + part[1]])

    def way_control_in_date(self, request, data, part, _):
        self.raw(request, self.head(data, part, "Last-Modified: Mon\rX-Injected: 1\n"), data[part[0]:part[0] + part[1]])

    def way_gzip_then_identity(self, request, data, part, _):
        self.send(request, data, part, more=[("Content-Encoding", "gzip"), ("Content-Encoding", "identity")])

    def way_to_no_port(self, request, data, part, _):
        self.refuse(request, 302, [("Location", "http://127.0.0.1:99999/")])

    def way_to_nowhere(self, request, data, part, _):
        self.refuse(request, 302)

    def way_not_modified(self, request, data, part, _):
        self.raw(request, "HTTP/1.1 304 Not Modified\n")

    def way_no_content(self, request, data, part, _):
        self.raw(request, "HTTP/1.1 204 No Content\n")

    def way_refuses_ranges(self, request, data, part, _):
        self.refuse(request, 416)

    def way_teapot(self, request, data, part, _):
        self.refuse(request, 418)

    def way_empty(self, request, data, part, _):
        self.refuse(request, 416, [("Content-Range", "bytes */0")])
