"""Limits: rate limits, connection limits, quotas of tables.

Their numbers are in settings.py.

- rates.py: token buckets
- connections.py: how many connections at once, and which are closed for others
- open_files.py: how many connections fit into RLIMIT_NOFILE
- table_shares.py: how many tables each owner has, and which are put away for others
- addresses.py: the key by which a limit counts a client
- table_limits.py: how many tables there may be, how often a guest may talk, which bots may sit down
- fair_queue.py: what each payer has spent, and who is next; fair_semaphore.py: so many at a time
"""
