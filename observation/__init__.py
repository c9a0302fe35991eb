"""What is seen of a running site from outside: ids of requests and jobs, logs, metrics. Imports nothing of Attest."""
