"""What operators see: the log, the audit lines about tables, the metrics."""
