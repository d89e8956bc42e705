"""The log of the tables: the journal writes it in batches, by a log writer, a process that appends to SQLite.

    journal                         log writer
      one batch           ------>   BEGIN, statements, COMMIT
      tell everyone       <------   safe on the disk, or not written

The server can do without a log writer: where there is none, or it has ended, a thread of the server writes.
"""
