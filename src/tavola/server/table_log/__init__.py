"""A second process that writes moves to the SQLite file: it needs none of the event loop's time.

    server                          scribe
      rows of one batch   ------>   BEGIN, one INSERT, COMMIT
      tell everyone       <------   safe on the disk, or not written

The server can do without: where there is no log_writer, or no longer one, a thread of its own writes.
"""
