"""The server: tables for people and bots, over WebSocket, lines and HTTP, on SQLite or PostgreSQL."""
