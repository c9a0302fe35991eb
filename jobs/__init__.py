"""Background jobs: a table of jobs, a worker of our own, and Celery where REDIS_URL is set."""
