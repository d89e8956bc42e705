"""Connections: each kind is turned into sessions, which know nothing of sockets.

- session.py, guest.py: one connection's commands and messages; who it is (names.py)
- websocket.py, websocket_client.py, frames.py: WebSocket (RFC 6455)
- lines.py: JSON lines over TCP
- sockets.py: listening, keepalive; allowed_hosts.py: DNS rebinding; cross_protocol.py: browsers at a TCP port
"""
