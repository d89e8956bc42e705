"""More than one node: they share a PostgreSQL and talk over NATS.

A table lives on one node at a time: the database says on which, by a lease and a fencing token. That alone is
safe; what travels over NATS only makes it quick.

- wire.py: the messages between nodes
- bus.py: the connection to NATS
- mailbox.py: sequence numbers, so that a lost message is noticed
- forwarding.py: commands of this node's guests, forwarded to the node that has the table
- remote_guests.py: guests of other nodes at tables of this one
- shared_limits.py: limits that hold for all nodes together
- lease.py: the lease of this node, its heartbeat, and taking over from dead nodes
- node.py: all of it together, and the directory: which node has a table
"""
