"""HTTP: the start page, the scoreboards, REST, health and metrics, as one ASGI app.

app = App(settings, store, manager, services, metrics, rates=rates)
app.ports.update(ports)  # what the pages tell people to connect to
app.draining = True  # and /healthz says so
await app.close()
"""
