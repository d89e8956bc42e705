"""The connection process: it owns the sockets of the WebSocket clients, which costs the server nothing.

    clients           connection process            server
      frames  ----->  unmasked, put together  --->  all that came at one moment, in one batch
      frames  <-----  framed, one by one      <---  all that is told at one moment, in one batch

To receive and to send takes the kernel as long as the server needs to judge a move. The server answers the
handshake, then hands the socket over. The server can do without: where there is no connection process, or no
longer one, it holds its sockets itself.
"""
