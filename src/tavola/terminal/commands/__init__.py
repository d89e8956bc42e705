"""The commands of `tavola`, one file each, thin over `tavola.library`."""
