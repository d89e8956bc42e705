"""A second process that stands in the street: it holds the WebSockets, and the hall none of their cost.

    visitors          porter                        server
      frames  ----->  unmasked, put together  --->  all that came in one moment, in one batch
      frames  <-----  framed, one by one      <---  all that is told in one moment, in one batch

To receive and to send takes the kernel as long as the hall needs to judge a move. Whoever wants to come in is
let in by the server; then his socket is handed over. The server can do without: where there is no porter, or
no longer one, it holds its sockets itself.
"""
