"""More than one node: they share a PostgreSQL and talk over NATS.

A table lives on one node at a time: the database says on which, by a lease and a fencing token. Nothing here
is needed for that to be safe; what travels over NATS only has to arrive for things to go on quickly.

- wire.py: what nodes say to each other
- bus.py: the connection to NATS
- mailbox.py: numbered letters, so that a lost one is noticed
- forwarding.py: commands of this node's guests, forwarded to the node that has the table
- remote_guests.py: guests of other nodes at tables of this one
- shared_limits.py: limits that hold for all nodes together
- lease.py: the lease of this node, its heartbeat, and taking over from dead nodes
- node.py: all of it together, and the directory: which node has a table
"""
