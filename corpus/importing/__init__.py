"""Read pages from sources in worker processes, whatever a page contains. Imports no Django."""
