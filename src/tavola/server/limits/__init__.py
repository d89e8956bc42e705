"""Limits: rate limits, connection limits, quotas of tables.

Their numbers are in settings.py.

- rates.py: token buckets
- connections.py: connections at once, and who gives way
- open_files.py: how many connections fit
- table_shares.py: whose tables there are, and which make room
- addresses.py: whom a limit counts
- table_limits.py: how many tables there may be, how often one may talk, which bots may sit down
- fair_queue.py: whose share something is, and who is next; fair_semaphore.py: so many at a time
"""
