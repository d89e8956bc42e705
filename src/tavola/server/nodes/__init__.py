"""More than one node: they share a PostgreSQL and talk over NATS.

A table lives on one node at a time: the database says on which, by a lease and a fence. Nothing here is
needed for that to be safe; what travels over NATS only has to arrive for things to go on quickly.

- roads.py: what the hall asks of all this
- wire.py: what nodes say to each other
- bus.py: the connection to NATS
- post.py: numbered letters, so that a lost one is noticed
- travel.py: guests of this node at tables of others
- hosting.py: guests of other nodes at tables of this one
- lease.py: staying alive, and noticing who is not
- tournament.py: the one room of the 5000 arena there may be only once
- node.py: all of it together
"""
