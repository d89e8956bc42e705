"""Administration: who may not come in or speak, and all that `tavola admin` does.

- moderation.py: bans, mutes and reserved names, as every door asks for them
- asks.py: what an administrator may ask for
- administration.py: doing it, at a running server or on its database
- doors.py: the Unix socket beside the database, and the path of HTTP
- reaching.py: the other side, which finds a server or else the database
"""
