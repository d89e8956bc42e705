"""HTTP: the start page, the scoreboards, REST, health and metrics, as one ASGI app.

app = App(settings, store, hall, arena, metrics, websocket=door)
web = Web(app, settings)
port = await web.start()
...
await web.stop()
"""

from tavola.server.http.app import App
from tavola.server.http.headers import allowed_origin
from tavola.server.http.web import Web

__all__ = ["App", "Web", "allowed_origin"]
