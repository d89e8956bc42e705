"""The doors: each turns one kind of connection into sessions. Thin, all of them."""
